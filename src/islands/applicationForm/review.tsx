/** The answers as text, for the check and for the record. */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { accessOf, type Asked as Traded } from '../../forms/access.ts';
import {
  answerAt,
  applicationOf,
  fieldsOf,
  filesAt,
  listAt,
  questionsAt,
  roleOf,
  STEPS,
  type Step,
  textAt,
} from '../../forms/applicationSteps.ts';
import { isDay } from '../../forms/days.ts';
import { PRODUCTS } from '../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { normalizeMobile } from '../../forms/mobile.ts';
import { lookUp } from '../../lookUp.ts';
import { $applicationLists, listOf, loadEntries } from '../../stores/applicationLists.ts';
import { $userEmail } from '../../stores/userEmail.ts';
import { inOrder } from '../formControls/field.ts';
import type { Signature } from '../formControls/Signing.tsx';
import { type Asked, useAnswers, useApplication, useCountry } from './context.ts';
import type { As } from './controlParts.tsx';

export interface ReviewRow {
  question: Asked;
  /** The field to which the link 'change' leads */
  field: string;
  label: string;
  /** Lines of the answer; empty if there is none */
  lines: readonly string[];
}

type Lines = readonly (string | undefined)[];

/** Returns a function that gives the rows of a step. Requests the lists of the API that they need. */
export function useReview(): (step: Step) => ReviewRow[] {
  const { say, locale, service, figures, instant, day } = useApplication();
  const { entries } = useStore($applicationLists);
  const email = useStore($userEmail);
  const answers = useAnswers();
  const role = roleOf(answers);
  useEffect(() => {
    const asked: readonly Asked[] = STEPS.flatMap((step) => questionsAt(step, { role }));
    for (const question of asked) if ('dictionary' in question) void loadEntries(question.dictionary, service);
  }, [role, service]);
  const country = useCountry();

  const text = (field: string) => textAt(answers, field).trim();
  const readableDay = (iso: string) => (isDay(iso) ? day(iso) : iso);
  const entry = (root: number, key: string) =>
    key && (listOf(entries[root]).find((item) => item.key === key)?.names[locale] ?? key);

  /** The lines of an answer, by the kind of its question; null if the question has no row. */
  const linesOf: { [Kind in As]: (question: Asked & { as: Kind }) => Lines | null } = {
    text: ({ name }) => [text(name)],
    parts: ({ name, parts }) => inOrder(parts, locale).map((part) => text(`${name}.${part.name}`)),
    radio: ({ name, options }) => {
      const words = lookUp(options, text(name));
      return [words && say(typeof words === 'string' ? words : words.name, figures)];
    },
    select: ({ name, dictionary }) => [entry(dictionary, text(name))],
    checks: ({ name, dictionary }) => listAt(answers, name).map((key) => entry(dictionary, key)),
    toggle: ({ name, on, words }) => [say(answerAt(answers, name) === on ? words.on : words.off)],
    tick: () => null,
    date: ({ name }) => [readableDay(text(name))],
    country: ({ name }) => [country?.names[locale] ?? text(name)],
    city: ({ name }) => [text(name)],
    account: () => (email ? [email] : null),
    password: ({ name }) => [text(name) && say('account.password.given')],
    mobile: ({ name }) => [normalizeMobile(text(name), country?.dialCode ?? null) ?? text(name)],
    licence: ({ dictionary }) => {
      const none = answerAt(answers, 'licence.none');
      if (none === true) return [say('account.licence.none')];
      if (none !== false) return [];
      const files = filesAt(answers).map(({ name }) => name);
      return [entry(dictionary, text('licence.type')), text('licence.number'), text('licence.authority'), ...files];
    },
    products: ({ name }) => {
      const products = listAt(answers, name);
      const { off } = accessOf(applicationOf(answers, locale).trading as Traded | undefined);
      return PRODUCTS.filter((product) => products.includes(product)).map((item) => {
        const product = say(PRODUCT_WORDS[item]);
        return off.some((other) => other === item) ? say('account.access.off', { product }) : product;
      });
    },
    optIn: ({ name, product }) => {
      if (!listAt(answers, 'trading.products').includes(product)) return null;
      const signed = answerAt(answers, name) as Signature | undefined;
      if (!signed?.signedAt) return [];
      const [time, date] = [instant(signed.signedAt), readableDay(signed.version)];
      return [say('account.sign.signed', { name: signed.name, time, date })];
    },
  };

  return (step) => {
    const asked: readonly Asked[] = questionsAt(step, answers);
    return inOrder(asked, locale).flatMap((question) => {
      const lines = (linesOf[question.as] as (question: Asked) => Lines | null)(question);
      if (!lines) return [];
      const name = say(question.label, figures);
      const label = question.labelInCheck ? say(question.labelInCheck, { part: name, product: name }) : name;
      const field = question.as === 'parts' ? (fieldsOf(question)[0] ?? question.name) : question.name;
      return { question, field, label, lines: lines.filter((line): line is string => !!line) };
    });
  };
}

/** The lines of an answer, or a note that there is none. `fault` is its error message. */
export function Answer({ row: { lines }, fault }: { row: ReviewRow; fault?: string | undefined }) {
  const { say } = useApplication();
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an answer have no other name
        <span key={index} className="review-line">
          {line}
        </span>
      ))}
      {lines.length === 0 && !fault && <span className="review-none">{say('account.notGiven')}</span>}
      {fault && <span className="field-error">{fault}</span>}
    </>
  );
}

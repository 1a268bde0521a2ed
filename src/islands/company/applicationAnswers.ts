/** The answers of an application, in words. */

import { PARTS } from '../../forms/applicationQuestions.ts';
import { CONTRADICTIONS, type ContradictionKey } from '../../forms/contradictions.ts';
import { isDay } from '../../forms/days.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { countryName } from '../../i18n/countries.ts';
import { LOCALES } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { ApplicationLists } from '../../stores/applicationLists.ts';
import { listOf } from '../../stores/applicationLists.ts';
import { sayIn } from '../profile/parts.tsx';
import { dayIn, instantIn } from '../time.ts';
import { type AnswerRow, type ApplicationsProps, ROWS } from './applicationWords.ts';
import { listed } from './parts.tsx';

export interface ShownAnswer {
  label: string;
  value: string;
}

/** The roots of the dictionary that answers come from. */
export const DICTIONARIES = [
  ...new Set(ROWS.flatMap((row): number[] => ('dictionary' in row ? [row.dictionary] : []))),
];

type Frame = Pick<ApplicationsProps, 'words' | 'locale' | 'lang' | 'figures'>;

const wordOf = (words: MessageKey | { name: MessageKey }) => (typeof words === 'string' ? words : words.name);

/** Answers by name, such as 'address.line1', as labels and values, in the order of the form. Declarations are left out. */
export function answersShown(
  answers: Readonly<Record<string, string>>,
  frame: Frame,
  entries: ApplicationLists['entries'],
): ShownAnswer[] {
  const { locale, lang, figures } = frame;
  const say = sayIn(frame);
  const at = (name: string) => lookUp(answers, name) ?? '';
  const entry = (root: number, key: string) =>
    listOf(entries[root]).find((item) => item.key === key)?.names[locale] ?? key;
  const products = (text: string) =>
    listed(
      text.split(' ').flatMap((item) => {
        const words = lookUp(PRODUCT_WORDS, item);
        return words ? say(words) : [];
      }),
      lang,
    );
  const day = (iso: string) => (isDay(iso) ? dayIn(lang)(`${iso}T12:00:00Z`) : iso);

  const shownOf = (row: AnswerRow): ShownAnswer[] => {
    const label = say(row.label, figures);
    const text = at(row.name);
    const one = (value: string) => (value ? [{ label, value }] : []);
    const revoked = at(`revoked.${row.name}`);
    if (revoked) return one(say('user.trade.withdrawn', { time: instantIn(lang)(revoked) }));
    switch (row.as) {
      case 'parts':
        return row.parts.flatMap((part) => {
          const value = at(`${row.name}.${part.name}`);
          return value ? { label: say(part.label), value } : [];
        });
      case 'radio': {
        const words = lookUp(row.options, text);
        return one(words ? say(wordOf(words), figures) : text);
      }
      case 'select':
        return one(text && entry(row.dictionary, text));
      case 'checks':
        return one(
          text &&
            listed(
              text.split(' ').map((key) => entry(row.dictionary, key)),
              lang,
            ),
        );
      case 'toggle':
        return text
          ? [
              {
                label: say('company.audit.part', { name: say(PARTS[row.part].legend), value: label }),
                value: say(text === String(row.on) ? row.words.on : row.words.off),
              },
            ]
          : [];
      case 'date':
        return one(day(text));
      case 'country':
        return one(countryName(text, locale) ?? text);
      case 'products':
        return one(products(text));
      case 'optIn': {
        const [name, version, signedAt] = ['name', 'version', 'signedAt'].map((part) => at(`${row.name}.${part}`));
        const time = signedAt && instantIn(lang)(signedAt);
        return name && time ? one(say('account.sign.signed', { name, time, date: day(version ?? '') })) : [];
      }
      case 'licence':
        if (at('licence.none') === 'true') return one(say('account.licence.none'));
        return [
          { label: say('account.licence.type'), value: entry(row.dictionary, at('licence.type')) },
          { label: say('account.licence.number'), value: at('licence.number') },
          { label: say('account.licence.authority'), value: at('licence.authority') },
        ].filter(({ value }) => value !== '');
      case 'text':
      case 'city':
      case 'mobile':
        return one(text);
      default:
        return [];
    }
  };
  const language = lookUp(LOCALES, at('locale'))?.name;
  return [
    ...ROWS.flatMap(shownOf),
    ...(language ? [{ label: say('company.application.language'), value: language }] : []),
    ...(['on', 'off'] as const).flatMap((side) => {
      const value = products(at(side === 'on' ? 'productsOn' : 'productsOff'));
      return value ? { label: say(`company.application.${side}`), value } : [];
    }),
  ];
}

/** The labels of the answers that do not go together. */
export function contradicting(key: string, frame: Frame): string[] {
  const found = lookUp(CONTRADICTIONS, key as ContradictionKey);
  const say = sayIn(frame);
  return (found?.fields ?? []).map((field) => {
    const row = ROWS.find(({ name }) => name === field);
    return say(row?.label ?? PARTS.highRisk.legend, frame.figures);
  });
}

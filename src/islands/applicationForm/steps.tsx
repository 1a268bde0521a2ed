/** The questions of a step from the table in forms/applicationQuestions.ts, each with the control of its kind. */
import { Fragment, type ReactNode } from 'react';
import { ACCESS_WORDS } from '../../forms/access.ts';
import { PARTS } from '../../forms/applicationQuestions.ts';
import { listAt, questionsAt, type Step } from '../../forms/applicationSteps.ts';
import { HIGH_RISK } from '../../forms/lists.ts';
import { CheckField, ChecksField, type Option, RadioField, TextField, Toggle } from '../formControls/controls.tsx';
import { DateField } from '../formControls/DateField.tsx';
import { inOrder } from '../formControls/field.ts';
import { type Asked, useAnswers, useApplication } from './context.ts';
import {
  type As,
  type Asks,
  Cited,
  DictionaryField,
  ListState,
  QuestionGroup,
  useEntries,
  useWords,
} from './controlParts.tsx';
import { Account, City, Country, License, Mobile, OptIn, Password, Products } from './special.tsx';

export function StepQuestions({ step }: { step: Step }) {
  const { locale } = useApplication();
  const asked: readonly Asked[] = questionsAt(step, useAnswers());
  const groups: Asked[][] = [];
  for (const question of inOrder(asked, locale)) {
    const last = groups.at(-1);
    if (last && question.part && last[0]?.part === question.part) last.push(question);
    else groups.push([question]);
  }
  return groups.map(([first, ...others]) => {
    if (!first) return null;
    const control = (question: Asked) => <Control key={question.name} question={question} />;
    const all = [first, ...others];
    const forBroker = all.filter((question) => question.forBroker);
    const controls = (
      <>
        {all.filter((question) => !question.forBroker).map(control)}
        {forBroker.length > 0 && (
          <QuestionGroup
            legend="user.settings.broker"
            // Once a step.
            hint={first.part === 'notify' ? 'user.settings.broker.about' : undefined}
          >
            {forBroker.map(control)}
          </QuestionGroup>
        )}
      </>
    );
    if (!first.part) return <Fragment key={first.name}>{controls}</Fragment>;
    return first.part === 'highRisk' ? (
      <HighRisk key={first.name}>{controls}</HighRisk>
    ) : (
      <QuestionGroup key={first.name} {...PARTS[first.part]}>
        {controls}
      </QuestionGroup>
    );
  });
}

const CONTROLS: { [Kind in As]: (props: Asks<Kind>) => ReactNode } = {
  text: ({ question: { autoComplete, type, width, spellCheck, optional, ...question } }) => (
    <TextField
      {...useWords(question)}
      autoComplete={autoComplete}
      type={type}
      width={width}
      spellCheck={spellCheck}
      optional={optional}
    />
  ),
  parts: Parts,
  radio: Radio,
  select: ({ question }) => <DictionaryField {...useWords(question)} root={question.dictionary} />,
  checks: Checks,
  toggle: ({ question }) => {
    const { say } = useApplication();
    const { on, off, words } = question;
    return <Toggle {...useWords(question)} on={on} off={off} words={{ on: say(words.on), off: say(words.off) }} />;
  },
  tick: Tick,
  date: ({ question }) => <DateField {...useWords(question)} />,
  country: Country,
  city: City,
  account: Account,
  password: Password,
  mobile: Mobile,
  licence: License,
  products: Products,
  optIn: OptIn,
};

function Control({ question }: { question: Asked }) {
  const One = CONTROLS[question.as] as (props: { question: Asked }) => ReactNode;
  return <One question={question} />;
}

/** The high-risk products, before the meaning of "No" in the declarations. */
function HighRisk({ children }: { children: ReactNode }) {
  const { say } = useApplication();
  const products = listAt(useAnswers(), 'trading.products');
  return (
    <QuestionGroup {...PARTS.highRisk} className="part high-risk">
      {children}
      {HIGH_RISK.some((product) => products.includes(product)) && <p className="field-notice">{say(ACCESS_WORDS)}</p>}
    </QuestionGroup>
  );
}

function Parts({ question: { name, label, hint, parts, ...question } }: Asks<'parts'>) {
  const { say, locale } = useApplication();
  const before = 'asBefore' in question ? question.asBefore : null;
  return (
    <QuestionGroup legend={label} hint={hint}>
      {inOrder(
        parts.filter((part) => part.name !== before),
        locale,
      ).map(({ eastern, ...part }) => (
        <TextField key={part.name} {...part} name={`${name}.${part.name}`} label={say(part.label)} />
      ))}
    </QuestionGroup>
  );
}

function Radio({ question }: Asks<'radio'>) {
  const { say, figures, rules } = useApplication();
  const { hint, ...words } = useWords(question);
  const options = Object.entries(question.options).map(
    ([value, word]): Option =>
      typeof word === 'string'
        ? { value, text: say(word, figures) }
        : { value, text: say(word.name), hint: say(word.about) },
  );
  const cited = question.rule && (
    <>
      {hint} <Cited source={rules[question.rule]} />
    </>
  );
  return <RadioField {...words} hint={cited ?? hint} options={options} />;
}

function Checks({ question }: Asks<'checks'>) {
  const { options, list, again } = useEntries(question.dictionary);
  return (
    <>
      <ListState list={list} again={again} />
      <ChecksField {...useWords(question)} options={options} />
    </>
  );
}

/** A checkbox that accepts a legal text in the version shown, or makes a declaration. */
function Tick({ question: { name, label, hint, accepts } }: Asks<'tick'>) {
  const { say, versions, links, day } = useApplication();
  const hintText = hint && say(hint);
  if (!accepts) return <CheckField name={name} label={say(label)} hint={hintText} />;
  return (
    <CheckField
      name={name}
      value={versions[accepts]}
      label={say(label, { date: day(versions[accepts]) })}
      hint={
        <a href={links[accepts]} target="_blank" rel="noopener">
          {hintText} {say('account.newTab')}
        </a>
      }
    />
  );
}

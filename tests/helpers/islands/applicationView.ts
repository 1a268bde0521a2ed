/** Steps of the account form as HTML, with the answers of its store and without the lists of the API. */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readJurisdictions } from '../../../src/catalogue/jurisdictions.ts';
import { STEPS, type Step } from '../../../src/forms/applicationSteps.ts';
import { LEGAL_PAGES } from '../../../src/forms/legal.ts';
import { LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { Check } from '../../../src/islands/applicationForm/Check.tsx';
import { ApplicationContext, type FormContext, idOf, useAnswer } from '../../../src/islands/applicationForm/context.ts';
import { Done } from '../../../src/islands/applicationForm/Done.tsx';
import { Progress } from '../../../src/islands/applicationForm/parts.tsx';
import { StepQuestions } from '../../../src/islands/applicationForm/steps.tsx';
import { type FieldContext, FieldsContext } from '../../../src/islands/formControls/field.ts';
import { tables, VERSIONS } from '../server/applications.ts';

const RULE = { name: 'a rule', asOf: '2026-11-21' };

function draw(locale: Locale, children: ReactNode, own: Partial<FormContext> = {}): string {
  const value: FormContext = {
    locale,
    lang: LOCALES[locale].lang,
    say: translator(locale),
    day: (day) => day,
    instant: (iso) => iso,
    service: { base: '', lang: LOCALES[locale].lang },
    versions: VERSIONS,
    links: LEGAL_PAGES,
    userCenter: '/userCenter',
    jurisdictions: readJurisdictions(),
    rules: { accredited: RULE, qualified: RULE },
    figures: { income: '', jointIncome: '', netWorth: '', investments: '', managed: '', holdingAlert: '', company: '' },
    recipient: null,
    errorOf: () => undefined,
    ...own,
  };
  const { lang, say, errorOf } = value;
  const fields: FieldContext = { lang, say, errorOf, idOf, useAnswer };
  const inFields = createElement(FieldsContext, { value: fields }, children);
  return renderToStaticMarkup(createElement(ApplicationContext, { value }, inFields));
}

export const drawStep = (step: Step, locale: Locale = 'en-US') => draw(locale, createElement(StepQuestions, { step }));

export const drawDone = (own: Partial<FormContext> = {}) =>
  draw('en-US', createElement(Done, { heading: { current: null }, again: () => {} }), own);

export const drawProgress = (steps: readonly Step[], step: Step) =>
  draw('en-US', createElement(Progress, { steps, step }));

/** The message of a fault is its key: 'fault cityEmpty'. */
export const drawCheck = (locale: Locale = 'en-US', own: Partial<FormContext> = {}, of = tables) =>
  draw(
    locale,
    createElement(Check, { steps: STEPS, change: () => {}, tables: of, faultText: ({ key }) => `fault ${key}` }),
    own,
  );

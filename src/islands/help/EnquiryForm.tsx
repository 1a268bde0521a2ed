import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Service } from '../../contract/common.ts';
import { AD_BUDGETS, AD_FORMATS } from '../../forms/lists.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import {
  $enquiring,
  $enquiry,
  forgetEnquiry,
  NO_ENQUIRY,
  sendEnquiry,
  writeEnquiry,
} from '../../stores/advertisingRequest.ts';
import { loadCountries } from '../../stores/applicationLists.ts';
import { ChecksField, RadioField, TextArea, TextField } from '../formControls/controls.tsx';
import { faultText } from '../formControls/field.ts';
import { MarketsField } from './MarketsField.tsx';
import { AskForm, QUESTION_FORM_WORDS, useQuestionSending } from './questionParts.tsx';

export const ENQUIRY_WORDS = [
  ...QUESTION_FORM_WORDS,
  'account.choose',
  'account.company.name',
  'account.email',
  'account.error.budgetEmpty',
  'account.error.companyEmpty',
  'account.error.contactEmpty',
  'account.error.datesWrong',
  'account.error.formatsEmpty',
  'account.error.markets*',
  'account.list*',
  'enquiry.*',
] as const;

/** In the order of the form. */
const FIELDS = ['company', 'name', 'email', 'formats', 'from', 'until', 'markets', 'budget', 'question'];

export interface Props {
  locale: Locale;
  lang: string;
  service: Service;
  /** Names of formats and budgets by their keys */
  names: Readonly<Record<(typeof AD_FORMATS | typeof AD_BUDGETS)[number], string>>;
  /** Address of the page of questions */
  threadHref: string;
  most: { question: number; markets: number };
  words: Words<(typeof ENQUIRY_WORDS)[number]>;
}

/** The form for an advertising request. What is filled in stays on the device until it is sent. */
export default function EnquiryForm({ locale, lang, service, names, threadHref, most, words }: Props) {
  const say = speaker(words, locale);
  const { answers, saved } = useStore($enquiry, { ssr: () => NO_ENQUIRY });
  const state = useQuestionSending({
    $sending: $enquiring,
    names: FIELDS,
    deliver: (website) => sendEnquiry({ locale, website }, service),
    faultText: (fault) => (fault.key === 'questionEmpty' ? say('enquiry.text.empty') : faultText(fault, words, locale)),
  });
  useEffect(() => void loadCountries(service), [service]);
  const options = (keys: readonly (keyof typeof names)[]) => keys.map((value) => ({ value, text: names[value] }));
  return (
    <AskForm
      state={state}
      answers={answers}
      write={writeEnquiry}
      saved={saved}
      forget={forgetEnquiry}
      threadHref={threadHref}
      lang={lang}
      say={say}
      sayForm={(key) => say(`enquiry.${key}`)}
    >
      <TextField name="company" label={say('account.company.name')} autoComplete="organization" />
      <TextField name="name" label={say('enquiry.fact.contact')} autoComplete="name" />
      <TextField
        name="email"
        type="email"
        label={say('account.email')}
        hint={say('enquiry.email.hint')}
        autoComplete="email"
      />
      <ChecksField name="formats" label={say('enquiry.fact.formats')} options={options(AD_FORMATS)} />
      <div className="enquiry-dates">
        <TextField name="from" type="date" label={say('enquiry.fact.from')} autoComplete="off" optional />
        <TextField name="until" type="date" label={say('enquiry.fact.until')} autoComplete="off" optional />
      </div>
      <MarketsField locale={locale} most={most.markets} again={() => loadCountries(service)} say={say} />
      <RadioField
        name="budget"
        label={say('enquiry.fact.budget')}
        hint={say('enquiry.budget.hint')}
        options={options(AD_BUDGETS)}
      />
      <TextArea
        name="question"
        label={say('enquiry.text')}
        hint={say('enquiry.text.hint', { most: most.question })}
        rows={7}
      />
    </AskForm>
  );
}

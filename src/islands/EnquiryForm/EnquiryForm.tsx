import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { FaultKey } from '../../accounts/faultWords.ts';
import { AD_BUDGETS, AD_FORMATS } from '../../accounts/lists.ts';
import type { Service } from '../../contract/common.ts';
import { formatMessage, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { loadCountries } from '../../stores/accountLists.ts';
import { $enquiring, $enquiry, forgetEnquiry, NO_ENQUIRY, sendEnquiry, writeEnquiry } from '../../stores/enquiry.ts';
import { ChecksField, RadioField, TextArea, TextField } from '../AccountForm/controls.tsx';
import { FIELD_WORDS, FieldsContext } from '../AccountForm/field.ts';
import type { Words } from '../feeds.tsx';
import { ASKING_WORDS, AskForm, idOf, useAsking } from '../QuestionForm/parts.tsx';
import { MARKET_WORDS, MarketsField } from './MarketsField.tsx';

/** The faults that the fields of a request may have. */
const FAULTS = {
  companyEmpty: 'account.error.companyEmpty',
  contactEmpty: 'account.error.contactEmpty',
  emailEmpty: 'account.error.emailEmpty',
  emailFormat: 'account.error.emailFormat',
  formatsEmpty: 'account.error.formatsEmpty',
  datesWrong: 'account.error.datesWrong',
  marketsEmpty: 'account.error.marketsEmpty',
  markets: 'account.error.markets',
  budgetEmpty: 'account.error.budgetEmpty',
  questionEmpty: 'enquiry.text.empty',
  textCharacters: 'account.error.textCharacters',
  tooLong: 'account.error.tooLong',
  choiceUnknown: 'account.error.choiceUnknown',
} as const satisfies Partial<Record<FaultKey, MessageKey>>;

export const ENQUIRY_WORDS = [
  ...FIELD_WORDS,
  ...MARKET_WORDS,
  ...ASKING_WORDS,
  ...Object.values(FAULTS),
  'account.company.name',
  'account.email',
  'enquiry.contact',
  'enquiry.email.hint',
  'enquiry.formats',
  'enquiry.from',
  'enquiry.until',
  'enquiry.budget',
  'enquiry.budget.hint',
  'enquiry.text',
  'enquiry.text.hint',
  'enquiry.send',
  'enquiry.sendAnew',
  'enquiry.notSent',
  'enquiry.notSent.kept',
  'enquiry.changed',
  'enquiry.changed.choice',
  'enquiry.failure.timeout',
  'enquiry.kept',
  'enquiry.forget',
  'enquiry.done',
  'enquiry.done.page',
  'enquiry.done.open',
  'enquiry.done.another',
] as const satisfies readonly MessageKey[];

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
  const say = (key: keyof typeof words, values?: MessageValues) => formatMessage(words[key], locale, values);
  const { answers, saved } = useStore($enquiry, { ssr: () => NO_ENQUIRY });
  const asking = useAsking({
    $sending: $enquiring,
    fields: FIELDS,
    deliver: (website) => sendEnquiry({ locale, website }, service),
    faultText: ({ key, value }) => say(lookUp(FAULTS, key) ?? FAULTS.choiceUnknown, { value }),
  });
  useEffect(() => void loadCountries(service), [service]);
  const useAnswer = (field: string): [unknown, (value: unknown) => void] => [
    lookUp(answers, field),
    (value) => {
      writeEnquiry({ [field]: value });
      asking.clear(field);
    },
  ];
  const options = (keys: readonly (keyof typeof names)[]) => keys.map((value) => ({ value, text: names[value] }));
  return (
    <FieldsContext value={{ lang, say, idOf, errorOf: asking.errorOf, useAnswer }}>
      <AskForm {...{ asking, threadHref, saved, say }} forget={forgetEnquiry} own={(key) => say(`enquiry.${key}`)}>
        <TextField name="company" label={say('account.company.name')} autoComplete="organization" />
        <TextField name="name" label={say('enquiry.contact')} autoComplete="name" />
        <TextField
          name="email"
          type="email"
          label={say('account.email')}
          hint={say('enquiry.email.hint')}
          autoComplete="email"
        />
        <ChecksField name="formats" label={say('enquiry.formats')} options={options(AD_FORMATS)} />
        <div className="enquiry-dates">
          <TextField name="from" type="date" label={say('enquiry.from')} autoComplete="off" optional />
          <TextField name="until" type="date" label={say('enquiry.until')} autoComplete="off" optional />
        </div>
        <MarketsField locale={locale} lang={lang} most={most.markets} again={() => loadCountries(service)} say={say} />
        <RadioField
          name="budget"
          label={say('enquiry.budget')}
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
    </FieldsContext>
  );
}

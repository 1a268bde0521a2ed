import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type SendResult, sendForUser } from '../../api/userCalls.ts';
import { companyMadeCall } from '../../contract/companies.ts';
import { $applicationLists, loadCountries } from '../../stores/applicationLists.ts';
import { countryOptions } from '../countryOptions.ts';
import { SelectField, TextField } from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { SaveForm, sayIn } from '../profile/parts.tsx';
import type { Turn } from './CompanyPage.tsx';
import type { CompanyPageProps as Props } from './companyWords.ts';

/** The form that creates a company. */
export function Create(props: Props & { turn: Turn }) {
  const { service, turn } = props;
  const say = sayIn(props);
  return (
    <Registration
      {...props}
      id="create"
      start={{ name: '', country: '', licence: '', authority: '' }}
      action={say('company.overview.create.action')}
      send={(json) => sendForUser(companyMadeCall, service, { method: 'post', json })}
      onSaved={({ id }, { name }) => turn(id, say('company.overview.created', { name: String(name) }))}
    />
  );
}

/** The form of what the operator confirms. */
export function Registration<T>(
  props: Props & {
    id: string;
    start: Answers;
    action?: string;
    send: (answers: Answers) => Promise<SendResult<T>>;
    onSaved: (data: T, answers: Answers) => void;
  },
) {
  const { id, start, action, send, onSaved, locale, lang, service } = props;
  const say = sayIn(props);
  const { countries } = useStore($applicationLists);
  useEffect(() => void loadCountries(service), [service]);
  const options = countryOptions(countries, locale);
  return (
    <SaveForm
      id={id}
      start={start}
      send={send}
      onSaved={onSaved}
      lang={lang}
      say={say}
      {...(action !== undefined && { action })}
    >
      <TextField
        name="name"
        label={say('company.fact.name')}
        hint={say('company.overview.name.hint')}
        autoComplete="organization"
      />
      <SelectField
        name="country"
        label={say('company.fact.country')}
        autoComplete="off"
        empty={say(countries === 'loading' ? 'account.listLoading' : 'account.choose')}
        options={options}
      />
      <TextField
        name="licence"
        label={say('company.fact.licence')}
        hint={say('company.overview.licence.hint')}
        optional
        autoComplete="off"
        width="medium"
        spellCheck={false}
      />
      <TextField
        name="authority"
        label={say('company.fact.authority')}
        hint={say('company.overview.authority.hint')}
        optional
        autoComplete="off"
      />
    </SaveForm>
  );
}

import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { sendForUser } from '../../api/userCalls.ts';
import { type Personal as PersonalData, personalCall } from '../../contract/users.ts';
import { ADDRESS_PARTS } from '../../forms/addressParts.ts';
import { GENDERS } from '../../forms/lists.ts';
import { GENDER_WORDS } from '../../forms/messageKeys.ts';
import { countryName } from '../../i18n/countries.ts';
import { lookUp } from '../../lookUp.ts';
import { $applicationLists, loadCountries } from '../../stores/applicationLists.ts';
import { countryOptions } from '../countryOptions.ts';
import { Group, RadioField, SelectField, TextField } from '../formControls/controls.tsx';
import { DateField } from '../formControls/DateField.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { inOrder } from '../formControls/field.ts';
import { Fact, Facts, type FrameProps, Loaded, SaveForm, Section, sayIn, useResource } from './parts.tsx';

export const PERSONAL_WORDS = [
  'account.address*',
  'account.birthDate',
  'account.choose',
  'account.country',
  'account.familyName',
  'account.gender',
  'account.gender.*',
  'account.givenName',
  'account.listLoading',
  'account.mobile',
  'user.personal.*',
] as const;

type Props = FrameProps<(typeof PERSONAL_WORDS)[number]> & { askHref: string };
type Field = Exclude<keyof PersonalData, 'address'> | 'address';

const NAMES = [
  { name: 'givenName', label: 'account.givenName', autoComplete: 'given-name', eastern: 1 },
  { name: 'familyName', label: 'account.familyName', autoComplete: 'family-name', eastern: 0 },
] as const;

/** Names, birth, gender, address and numbers. What an application contains is shown, and changed by request. */
export default function Personal(props: Props) {
  const { locale, lang, service, loginHref, askHref } = props;
  const say = sayIn(props);
  const resource = useResource(personalCall, service);
  const { countries } = useStore($applicationLists);
  const wantsCountries = resource.read.status === 'read' && !resource.read.data.fixed.includes('country');
  useEffect(() => {
    if (wantsCountries) void loadCountries(service);
  }, [wantsCountries, service]);

  const options = countryOptions(countries, locale);
  const named = inOrder(NAMES, locale);
  const lines = inOrder(ADDRESS_PARTS, locale);
  const day = (iso: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso));

  /** What is shown of a field that an application contains. */
  const shown = (personal: PersonalData): [Field, string, ReactNode][] => [
    ...named.map(({ name, label }): [Field, string, ReactNode] => [name, say(label), personal[name]]),
    ['birthDate', say('account.birthDate'), personal.birthDate && day(personal.birthDate)],
    ['gender', say('account.gender'), personal.gender && say(GENDER_WORDS[personal.gender])],
    ['country', say('account.country'), countryName(personal.country, locale) ?? personal.country],
    [
      'address',
      say('account.address'),
      lines
        .filter(({ name }) => personal.address[name])
        .map(({ name }) => <span key={name}>{personal.address[name]}</span>),
    ],
  ];

  return (
    <Loaded resource={resource} rows={7} loginHref={loginHref} say={say}>
      {({ personal, fixedBy, fixed }) => {
        const isFree = (field: Field) => !fixed.includes(field);
        return (
          <>
            {fixedBy && fixed.length > 0 && (
              <Section
                id="applied"
                title={say('user.personal.applied')}
                hint={say('user.personal.fixed', { reference: fixedBy })}
              >
                <Facts>
                  {shown(personal)
                    .filter(([field]) => !isFree(field))
                    .map(([field, name, value]) => (
                      <Fact key={field} name={name}>
                        <span className="personal-fixed">{value}</span>
                      </Fact>
                    ))}
                </Facts>
                <p className="actions">
                  <a className="button quiet" href={askHref}>
                    {say('user.personal.request')}
                  </a>
                </p>
              </Section>
            )}
            <Section id="own" title={say('user.personal.own')} hint={say('user.personal.own.hint')}>
              <SaveForm
                id="personal"
                start={startOf(personal, fixed)}
                send={(answers) => sendForUser(personalCall, service, { method: 'put', json: bodyOf(answers) })}
                onSaved={resource.replace}
                lang={lang}
                say={say}
              >
                {named
                  .filter(({ name }) => isFree(name))
                  .map(({ name, label, autoComplete }) => (
                    <TextField key={name} name={name} label={say(label)} autoComplete={autoComplete} />
                  ))}
                {isFree('birthDate') && <DateField name="birthDate" label={say('account.birthDate')} />}
                {isFree('gender') && (
                  <RadioField
                    name="gender"
                    label={say('account.gender')}
                    options={[
                      ...GENDERS.map((value) => ({ value, text: say(GENDER_WORDS[value]) })),
                      { value: '', text: say('user.personal.gender.none') },
                    ]}
                  />
                )}
                {isFree('country') && (
                  <SelectField
                    name="country"
                    label={say('account.country')}
                    autoComplete="country"
                    empty={say(countries === 'loading' ? 'account.listLoading' : 'account.choose')}
                    options={options}
                  />
                )}
                {isFree('address') && (
                  <Group name="address" label={say('account.address')}>
                    <div className="personal-lines">
                      {lines.map(({ name, label, autoComplete, ...row }) => (
                        <TextField
                          key={name}
                          name={`address.${name}`}
                          label={say(label)}
                          autoComplete={autoComplete}
                          width={'width' in row ? row.width : undefined}
                        />
                      ))}
                    </div>
                  </Group>
                )}
                <TextField
                  name="phone"
                  label={say('user.personal.phone')}
                  hint={say('user.personal.number')}
                  type="tel"
                  autoComplete="tel"
                  width="medium"
                />
                <TextField
                  name="mobile"
                  label={say('account.mobile')}
                  hint={say('user.personal.number')}
                  type="tel"
                  autoComplete="mobile tel"
                  width="medium"
                />
              </SaveForm>
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

/** The fields that can be changed, by the names of their controls. */
function startOf({ address, ...rest }: PersonalData, fixed: readonly string[]): Answers {
  const free = Object.entries(rest).filter(([name]) => !fixed.includes(name));
  const lines = Object.entries(address).map(([name, line]) => [`address.${name}`, line] as const);
  return Object.fromEntries([...free, ...(fixed.includes('address') ? [] : lines)]);
}

/** The body of the call. */
function bodyOf(answers: Answers): object {
  const isLine = (name: string) => name.startsWith('address.');
  const rest = Object.entries(answers).filter(([name]) => !isLine(name));
  const lines = ADDRESS_PARTS.map(({ name }) => [name, lookUp(answers, `address.${name}`)] as const);
  const hasAddress = Object.keys(answers).some(isLine);
  return { ...Object.fromEntries(rest), ...(hasAddress && { address: Object.fromEntries(lines) }) };
}

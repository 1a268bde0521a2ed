/** The questions of each step. */
import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { useController } from 'react-hook-form';
import { ACCESS_WORDS } from '../../accounts/access.ts';
import { PASSWORD_PARTS } from '../../accounts/fields.ts';
import { jurisdictionOf, NOTICE_WORDS, type RuleSource } from '../../accounts/jurisdiction.ts';
import {
  ACCREDITED,
  companyOf,
  GENDERS,
  HIGH_RISK,
  type HighRisk,
  hasLicence,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  ROLES,
  type Role,
  type Step,
} from '../../accounts/lists.ts';
import { normalizeMobile } from '../../accounts/mobile.ts';
import type { City, DictionaryEntry } from '../../contract/places.ts';
import { lookUp } from '../../lookUp.ts';
import {
  $accountLists,
  type Listed,
  listOf,
  loadCities,
  loadCountries,
  loadEntries,
} from '../../stores/accountLists.ts';
import { $location } from '../../stores/location.ts';
import { addressIn, COMPANY_PARTS, namesIn } from './answers.ts';
import { idOf, listAt, textAt, useAccount, useCountry } from './context.ts';
import {
  CheckField,
  ChecksField,
  CityField,
  DateField,
  Group,
  type Option,
  PasswordField,
  RadioField,
  SelectField,
  TextField,
  Toggle,
} from './controls.tsx';
import { FilesField } from './FilesField.tsx';
import { SignatureField } from './SignatureField.tsx';
import {
  ACCREDITED_WORDS,
  DICTIONARY,
  GENDER_WORDS,
  NAME_WORDS,
  NOTIFICATION_WORDS,
  PRIVACY_WORDS,
  PRODUCT_WORDS,
  QUALIFIED_WORDS,
  ROLE_WORDS,
} from './words.ts';

export function StepQuestions({ step, role }: { step: Step; role: Role | null }) {
  if (step === 'who') return <Who />;
  if (step === 'login') return <Login role={role} />;
  if (step === 'about') return <About role={role} />;
  if (step === 'trading') return <Trading />;
  return <Notifications />;
}

/** A list of the API that did not come can be asked for again. */
function ListState({ list, again }: { list: Listed<unknown>; again: () => void }) {
  const { say } = useAccount();
  if (list !== 'failed') return null;
  return (
    <div className="field-notice" role="alert">
      <p>{say('account.listFailed')}</p>
      <button type="button" className="button quiet" onClick={again}>
        {say('account.listAgain')}
      </button>
    </div>
  );
}

function Who() {
  const { form, say, locale, lang, service, jurisdictions } = useAccount();
  const { countries, cities } = useStore($accountLists);
  const place = useStore($location);
  const code = String(form.watch('country') ?? '');
  const detected = place?.countryCode;

  useEffect(() => void loadCountries(service), [service]);
  useEffect(() => {
    if (code) void loadCities(code, service);
  }, [code, service]);
  const isKnown = listOf(countries).some((country) => country.code === detected);
  useEffect(() => {
    if (isKnown && !form.getValues('country')) form.setValue('country', detected);
  }, [isKnown, detected, form]);

  /** A city of the list is one of the country before. */
  const leaveCity = () => {
    if (form.getValues('city') === null) return;
    form.setValue('city', null);
    form.setValue('cityName', '');
  };

  const options = useMemo(() => {
    const collator = new Intl.Collator(lang);
    return listOf(countries)
      .map(({ code: value, names }) => ({ value, text: names[locale] }))
      .sort((a, b) => collator.compare(a.text, b.text));
  }, [countries, lang, locale]);
  const law = code ? jurisdictionOf(jurisdictions, code) : undefined;
  const found: Listed<City> = lookUp(cities, code);

  return (
    <>
      <RadioField
        name="role"
        label={say('account.role')}
        options={ROLES.map((role) => ({
          value: role,
          text: say(ROLE_WORDS[role].name),
          hint: say(ROLE_WORDS[role].about),
        }))}
      />
      <ListState list={countries} again={() => void loadCountries(service)} />
      <SelectField
        name="country"
        label={say('account.country')}
        hint={say(code && code === detected ? 'account.country.detected' : 'account.country.hint')}
        options={options}
        autoComplete="country"
        empty={say(countries === 'loading' ? 'account.listLoading' : 'account.choose')}
        onPick={leaveCity}
      />
      {law && !law.applications && <p className="field-notice">{say('account.countryClosed')}</p>}
      {law?.applications && law.notices.length > 0 && (
        <div className="field-notice">
          <p className="field-head">{say('account.notices')}</p>
          <ul>
            {law.notices.map(({ key, source }) => (
              <li key={key}>
                {say(NOTICE_WORDS[key])} <Source id={source} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <CityField
        name="cityName"
        idName="city"
        label={say('account.city')}
        hint={say(listOf(found).length > 0 ? 'account.city.hint' : 'account.city.free')}
        cities={listOf(found)}
      />
    </>
  );
}

/** Where a rule of the table of jurisdictions stands. */
function Source({ id }: { id: string }) {
  const source = lookUp(useAccount().jurisdictions.sources, id);
  return source ? <Cited source={source} /> : null;
}

/** A source: its name in English, linked where it has an address, and its day. */
function Cited({ source: { name, address, asOf } }: { source: Omit<RuleSource, 'status'> }) {
  const { say, day } = useAccount();
  return (
    <span className="rule-source">
      {say('account.source')} · <span lang="en">{address ? <a href={address}>{name}</a> : name}</span> ·{' '}
      <time dateTime={asOf}>{day(asOf)}</time>
    </span>
  );
}

function Login({ role }: { role: Role | null }) {
  const { form, say, locale, service } = useAccount();
  useEffect(() => void loadCountries(service), [service]);
  const country = useCountry(textAt(form.watch(), 'country'));
  const mobile = textAt(form.watch(), 'mobile');
  const dialCode = country?.dialCode ?? null;
  const read = mobile ? normalizeMobile(mobile, dialCode) : null;
  return (
    <>
      <TextField
        name="email"
        type="email"
        label={say('account.email')}
        hint={say('account.email.hint')}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
      />
      <PasswordField
        name="password"
        label={say('account.password')}
        hint={say('account.password.hint')}
        rules={[
          { text: say('account.password.length'), met: (typed) => PASSWORD_PARTS.length.test(typed) },
          { text: say('account.password.upper'), met: (typed) => PASSWORD_PARTS.upper.test(typed) },
          { text: say('account.password.lower'), met: (typed) => PASSWORD_PARTS.lower.test(typed) },
          { text: say('account.password.digit'), met: (typed) => PASSWORD_PARTS.digit.test(typed) },
          { text: say('account.password.plain'), met: (typed) => typed !== '' && PASSWORD_PARTS.plain.test(typed) },
        ]}
      />
      <PasswordField name="confirmation" label={say('account.confirmation')} />
      <TextField
        name="mobile"
        type="tel"
        label={say('account.mobile')}
        hint={
          dialCode && country
            ? say('account.mobile.hint', { dialCode, country: country.names[locale] })
            : say('account.mobile.hintNoCode')
        }
        autoComplete="tel"
        inputMode="tel"
        width="medium"
        prefix={dialCode && !/^\s*(?:[+＋]|00)/.test(mobile) ? dialCode : undefined}
      />
      <p className="field-read" aria-live="polite">
        {read && say('account.mobile.read', { number: read })}
      </p>
      {role === 'investor' && (
        <TextField
          name="brokerNumber"
          label={say('account.brokerNumber')}
          hint={say('account.brokerNumber.hint')}
          optional
          autoComplete="off"
          width="medium"
          spellCheck={false}
        />
      )}
    </>
  );
}

const NAME_FIELDS = { givenName: 'given-name', familyName: 'family-name' } as const;

const ADDRESS_FIELDS = {
  line1: { label: 'account.address.line1', autoComplete: 'address-line1' },
  line2: { label: 'account.address.line2', autoComplete: 'address-line2', optional: true },
  city: { label: 'account.address.city', autoComplete: 'address-level2', optional: true, width: 'medium' },
  region: { label: 'account.address.region', autoComplete: 'address-level1', optional: true, width: 'medium' },
  postcode: { label: 'account.address.postcode', autoComplete: 'postal-code', optional: true, width: 'short' },
} as const;

const COMPANY_FIELDS = {
  name: { label: 'account.company.name', autoComplete: 'organization' },
  registrationNumber: { label: 'account.company.registrationNumber', autoComplete: 'off', width: 'medium' },
  position: { label: 'account.company.position', autoComplete: 'organization-title', width: 'medium' },
} as const;

function About({ role }: { role: Role | null }) {
  const { form, say, locale, jurisdictions } = useAccount();
  const { ageOfMajority } = jurisdictionOf(jurisdictions, textAt(form.watch(), 'country'));
  const company = companyOf(role);
  return (
    <>
      <fieldset className="part">
        <legend>{say('account.name')}</legend>
        <p className="field-hint">{say('account.name.hint')}</p>
        {namesIn(locale).map((name) => (
          <TextField key={name} name={name} label={say(NAME_WORDS[name])} autoComplete={NAME_FIELDS[name]} />
        ))}
        <TextField
          name="nickname"
          label={say('account.nickname')}
          hint={say('account.nickname.hint')}
          autoComplete="nickname"
          width="medium"
        />
      </fieldset>
      <DateField
        name="birthDate"
        label={say('account.birthDate')}
        hint={say('account.birthDate.hint', { age: ageOfMajority })}
      />
      <RadioField
        name="gender"
        label={say('account.gender')}
        hint={say('account.gender.hint')}
        options={GENDERS.map((value) => ({ value, text: say(GENDER_WORDS[value]) }))}
      />
      <fieldset className="part">
        <legend>{say('account.address')}</legend>
        {addressIn(locale).map((part) => (
          <TextField
            key={part}
            name={`address.${part}`}
            {...ADDRESS_FIELDS[part]}
            label={say(ADDRESS_FIELDS[part].label)}
          />
        ))}
      </fieldset>
      {company !== 'none' && (
        <fieldset className="part">
          <legend>{say('account.company')}</legend>
          <p className="field-hint">
            {say(company === 'required' ? 'account.company.hint' : 'account.company.hintOptional')}
          </p>
          {COMPANY_PARTS.map((part) => (
            <TextField
              key={part}
              name={`company.${part}`}
              {...COMPANY_FIELDS[part]}
              label={say(COMPANY_FIELDS[part].label)}
              optional={part !== 'name' || company === 'optional'}
            />
          ))}
        </fieldset>
      )}
      {hasLicence(role) && <Licence />}
    </>
  );
}

/** Entries of the dictionary below a root as options, asked for when they are first needed. */
function useEntries(root: number): { options: Option[]; list: Listed<DictionaryEntry>; again: () => void } {
  const { locale, service } = useAccount();
  const { entries } = useStore($accountLists);
  useEffect(() => void loadEntries(root, service), [root, service]);
  const list = entries[root];
  return {
    list,
    options: listOf(list).map(({ key, names }) => ({ value: key, text: names[locale] })),
    again: () => void loadEntries(root, service),
  };
}

function DictionaryField({ name, label, hint, root }: { name: string; label: string; hint?: string; root: number }) {
  const { say } = useAccount();
  const { options, list, again } = useEntries(root);
  return (
    <>
      <ListState list={list} again={again} />
      <SelectField
        {...{ name, label, hint, options }}
        empty={say(list === 'loading' ? 'account.listLoading' : 'account.choose')}
      />
    </>
  );
}

function Licence() {
  const { form, say } = useAccount();
  const { field } = useController({ name: 'licence.none', control: form.control });
  const id = idOf('licence');
  const choices = [
    { none: false, text: say('account.licence.have') },
    { none: true, text: say('account.licence.none') },
  ];
  return (
    <fieldset className="part">
      <legend>{say('account.licence')}</legend>
      <Group name="licence" label={say('account.licence.question')} hint={say('account.licence.hint')}>
        <div className="choices">
          {choices.map(({ none, text }, index) => (
            <div className="choice" key={text}>
              <input
                id={index === 0 ? id : `${id}-none`}
                type="radio"
                name="licence"
                checked={field.value === none}
                onChange={() => field.onChange(none)}
              />
              <label htmlFor={index === 0 ? id : `${id}-none`}>{text}</label>
            </div>
          ))}
        </div>
      </Group>
      {field.value === false && (
        <>
          <DictionaryField name="licence.type" label={say('account.licence.type')} root={DICTIONARY.licence} />
          <TextField
            name="licence.number"
            label={say('account.licence.number')}
            autoComplete="off"
            width="medium"
            spellCheck={false}
          />
          <FilesField />
        </>
      )}
    </fieldset>
  );
}

function Trading() {
  const { form, say, jurisdictions, figures } = useAccount();
  const values = form.watch();
  const products = listAt(values, 'trading.products');
  const { leverage } = jurisdictionOf(jurisdictions, textAt(values, 'country'));
  const isHighRisk = HIGH_RISK.some((product) => products.includes(product));
  const choose = (product: string, chosen: boolean) => {
    const others = products.filter((one) => one !== product);
    form.setValue('trading.products' as string, chosen ? [...others, product] : others);
    // Who opts out takes the signature back.
    if (!chosen && HIGH_RISK.some((one) => one === product)) form.setValue(`trading.highRisk.${product}`, undefined);
  };
  const funds = useEntries(DICTIONARY.funds);
  return (
    <>
      <Group name="trading.products" label={say('account.products')} hint={say('account.products.hint')}>
        <div className="choices">
          {PRODUCTS.filter((product) => !HIGH_RISK.some((one) => one === product)).map((product, index) => {
            const id = idOf('trading.products') + (index > 0 ? `-${product}` : '');
            return (
              <div className="choice" key={product}>
                <input
                  id={id}
                  type="checkbox"
                  checked={products.includes(product)}
                  onChange={({ target }) => choose(product, target.checked)}
                />
                <label htmlFor={id}>{say(PRODUCT_WORDS[product])}</label>
              </div>
            );
          })}
        </div>
      </Group>
      <fieldset className="part high-risk">
        <legend>{say('account.highRisk')}</legend>
        <p className="field-hint">{say('account.highRisk.hint')}</p>
        {leverage.length > 0 && (
          <ul className="field-hint leverage">
            {leverage.map(({ of, most, source }) => (
              <li key={of}>
                {say(LEVERAGE_WORDS[of], { most })} <Source id={source} />
              </li>
            ))}
          </ul>
        )}
        {HIGH_RISK.map((product) => (
          <OptIn key={product} product={product} chosen={products.includes(product)} choose={choose} />
        ))}
        {isHighRisk && (
          <>
            <RadioField
              name="trading.accreditedInvestor"
              label={say('account.accredited')}
              hint={<Threshold of="accredited" />}
              options={ACCREDITED.map((value) => ({ value, text: say(ACCREDITED_WORDS[value], figures) }))}
            />
            <RadioField
              name="trading.qualifiedPurchaser"
              label={say('account.qualified')}
              hint={<Threshold of="qualified" />}
              options={QUALIFIED.map((value) => ({ value, text: say(QUALIFIED_WORDS[value], figures) }))}
            />
            <p className="field-notice">{say(ACCESS_WORDS)}</p>
          </>
        )}
      </fieldset>
      <fieldset className="part">
        <legend>{say('account.means')}</legend>
        <p className="field-hint">{say('account.means.hint')}</p>
        <DictionaryField name="trading.experience" label={say('account.experience')} root={DICTIONARY.experience} />
        <DictionaryField name="trading.employment" label={say('account.employment')} root={DICTIONARY.employment} />
        <DictionaryField
          name="trading.income"
          label={say('account.income')}
          hint={say('account.income.hint')}
          root={DICTIONARY.income}
        />
        <DictionaryField
          name="trading.netWorth"
          label={say('account.netWorth')}
          hint={say('account.netWorth.hint')}
          root={DICTIONARY.netWorth}
        />
        <ListState list={funds.list} again={funds.again} />
        <ChecksField
          name="trading.sourceOfFunds"
          label={say('account.funds')}
          hint={say('account.funds.hint')}
          options={funds.options}
        />
      </fieldset>
    </>
  );
}

const LEVERAGE_WORDS = {
  forexMajor: 'account.leverage.forexMajor',
  forexOther: 'account.leverage.forexOther',
  stocks: 'account.leverage.stocks',
} as const;

function OptIn({
  product,
  chosen,
  choose,
}: {
  product: HighRisk;
  chosen: boolean;
  choose: (product: string, chosen: boolean) => void;
}) {
  const { say } = useAccount();
  const id = idOf(`trading.products.${product}`);
  return (
    <div className="opt-in">
      <div className="choice">
        <input
          id={id}
          type="checkbox"
          checked={chosen}
          aria-expanded={chosen}
          onChange={({ target }) => choose(product, target.checked)}
        />
        <label htmlFor={id}>{say('account.optIn', { product: say(PRODUCT_WORDS[product]) })}</label>
      </div>
      {chosen && <SignatureField product={product} />}
    </div>
  );
}

/** What US law asks, and where it stands. */
function Threshold({ of }: { of: 'accredited' | 'qualified' }) {
  const { say, rules } = useAccount();
  return (
    <>
      {say(of === 'accredited' ? 'account.accredited.hint' : 'account.qualified.hint')} <Cited source={rules[of]} />
    </>
  );
}

function Notifications() {
  const { say, figures } = useAccount();
  return (
    <>
      <fieldset className="part">
        <legend>{say('account.notify')}</legend>
        <p className="field-hint">{say('account.notify.hint')}</p>
        {(Object.keys(NOTIFICATIONS) as (keyof typeof NOTIFICATIONS)[]).map((name) => (
          <Toggle
            key={name}
            name={`notifications.${name}`}
            label={say(NOTIFICATION_WORDS[name].name, figures)}
            hint={say(NOTIFICATION_WORDS[name].about)}
            on={true}
            off={false}
            words={{ on: say('account.on'), off: say('account.off') }}
          />
        ))}
      </fieldset>
      <fieldset className="part">
        <legend>{say('account.privacy')}</legend>
        <p className="field-hint">{say('account.privacy.hint')}</p>
        {PRIVACY_PARTS.map((name) => (
          <Toggle
            key={name}
            name={`privacy.${name}`}
            label={say(PRIVACY_WORDS[name].name)}
            hint={say(PRIVACY_WORDS[name].about)}
            on="public"
            off="private"
            words={{ on: say('account.public'), off: say('account.private') }}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Acceptance of the texts, and that the answers are true. */
export function Declarations() {
  const { say, versions, links, day } = useAccount();
  return (
    <fieldset className="part">
      <legend>{say('account.declarations')}</legend>
      <CheckField
        name="agreements.privacy"
        value={versions.privacy}
        label={say('account.acceptPrivacy', { date: day(versions.privacy) })}
        hint={<NewTab href={links.privacy} text={say('account.readPrivacy')} />}
      />
      <CheckField
        name="agreements.terms"
        value={versions.terms}
        label={say('account.acceptTerms', { date: day(versions.terms) })}
        hint={<NewTab href={links.terms} text={say('account.readTerms')} />}
      />
      <CheckField name="declaration" label={say('account.declaration')} hint={say('account.declaration.hint')} />
    </fieldset>
  );
}

function NewTab({ href, text }: { href: string; text: string }) {
  const { say } = useAccount();
  return (
    <a href={href} target="_blank" rel="noopener">
      {text} {say('account.newTab')}
    </a>
  );
}

/** Questions that have their own control. */
import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import type { City as ListedCity } from '../../contract/places.ts';
import { listAt, textAt } from '../../forms/applicationSteps.ts';
import { NOTICE_WORDS } from '../../forms/jurisdiction.ts';
import { HIGH_RISK, PRODUCTS, type Product } from '../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { normalizeMobile } from '../../forms/mobile.ts';
import { lookUp } from '../../lookUp.ts';
import { answer } from '../../stores/applicationForm.ts';
import { $applicationLists, type Listed, listOf, loadCities, loadCountries } from '../../stores/applicationLists.ts';
import { $chosenResidence, $residence } from '../../stores/residence.ts';
import { $userEmail } from '../../stores/userEmail.ts';
import { countryOptions } from '../countryOptions.ts';
import { ChecksField, Group, SelectField, TextField } from '../formControls/controls.tsx';
import { PasswordField, passwordRules } from '../formControls/PasswordField.tsx';
import { CityField } from './CityField.tsx';
import { idOf, useAnswer, useAnswers, useApplication, useCountry, useJurisdiction } from './context.ts';
import { type Asks, DictionaryField, ListState, QuestionGroup, Source, useWords } from './controlParts.tsx';
import { FilesField } from './FilesField.tsx';
import { SignatureField } from './SignatureField.tsx';

/** The country of residence, and below what its law means for applicants. */
export function Country({ question }: Asks<'country'>) {
  const { say, locale, service } = useApplication();
  const { countries } = useStore($applicationLists);
  const residence = useStore($residence);
  const isDetected = useStore($chosenResidence) === '';
  const answers = useAnswers();
  const code = textAt(answers, 'country');
  const law = useJurisdiction();

  /** A city chosen from the list belongs to the country chosen before. */
  const leaveCity = () => {
    if (answers.city) answer({ city: null, cityName: '' });
  };

  const options = useMemo(() => countryOptions(countries, locale), [countries, locale]);

  return (
    <>
      <ListState list={countries} again={() => void loadCountries(service)} />
      <SelectField
        {...useWords(question)}
        hint={say(code && isDetected && code === residence ? 'account.country.detected' : 'account.country.hint')}
        options={options}
        autoComplete="country"
        empty={say(countries === 'loading' ? 'account.listLoading' : 'account.choose')}
        onPick={leaveCity}
      />
      {code && !law.applications && <p className="field-notice">{say('account.countryClosed')}</p>}
      {code && law.applications && law.notices.length > 0 && (
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
    </>
  );
}

export function City({ question }: Asks<'city'>) {
  const { say, service } = useApplication();
  const { cities } = useStore($applicationLists);
  const code = textAt(useAnswers(), 'country');
  useEffect(() => {
    if (code) void loadCities(code, service);
  }, [code, service]);
  const found: Listed<ListedCity> = lookUp(cities, code);
  const isKnown = Array.isArray(found) || found === 'failed';
  return (
    <CityField
      {...useWords(question)}
      hint={isKnown ? say(listOf(found).length > 0 ? 'account.city.hint' : 'account.city.free') : undefined}
      cities={listOf(found)}
    />
  );
}

/** The address of the account of whoever is logged in. */
export function Account({ question }: Asks<'account'>) {
  const { name, label, hint } = useWords(question);
  const email = useStore($userEmail);
  return (
    <div className="field" id={idOf(name)} data-field={name}>
      <p className="field-head">{label}</p>
      {email && <p>{email}</p>}
      <p className="field-hint">{hint}</p>
    </div>
  );
}

/** The password, twice. */
export function Password({ question }: Asks<'password'>) {
  const { say } = useApplication();
  return (
    <>
      <PasswordField {...useWords(question)} rules={passwordRules(say)} />
      <PasswordField name="confirmation" label={say('account.confirmation')} />
    </>
  );
}

/** A mobile number in any notation. The number as the form reads it stands below. */
export function Mobile({ question }: Asks<'mobile'>) {
  const { say, locale } = useApplication();
  const country = useCountry();
  const mobile = textAt(useAnswers(), 'mobile');
  const dialCode = country?.dialCode ?? null;
  const read = mobile ? normalizeMobile(mobile, dialCode) : null;
  return (
    <>
      <TextField
        {...useWords(question)}
        type="tel"
        hint={
          dialCode && country
            ? say('account.mobile.hint', { dialCode, country: country.names[locale] })
            : say('account.mobile.hintNoCode')
        }
        autoComplete="tel"
        width="medium"
        prefix={dialCode && !/^\s*(?:[+＋]|00)/.test(mobile) ? dialCode : undefined}
      />
      <p className="field-read" aria-live="polite">
        {read && say('account.mobile.read', { number: read })}
      </p>
    </>
  );
}

export function License({ question: { name, label, dictionary } }: Asks<'licence'>) {
  const { say } = useApplication();
  const [isNone, give] = useAnswer('licence.none');
  const id = idOf(name);
  const choices = [
    { none: false, own: id, text: say('account.licence.have') },
    { none: true, own: `${id}-none`, text: say('account.licence.none') },
  ];
  return (
    <QuestionGroup legend={label}>
      <Group name={name} label={say('account.licence.question')} hint={say('account.licence.hint')}>
        <div className="choices">
          {choices.map(({ none, own, text }) => (
            <div className="choice" key={own}>
              <input id={own} type="radio" name={name} checked={isNone === none} onChange={() => give(none)} />
              <label htmlFor={own}>{text}</label>
            </div>
          ))}
        </div>
      </Group>
      {isNone === false && (
        <>
          <DictionaryField name="licence.type" label={say('account.licence.type')} root={dictionary} />
          <TextField
            name="licence.number"
            label={say('account.licence.number')}
            autoComplete="off"
            width="medium"
            spellCheck={false}
          />
          <TextField
            name="licence.authority"
            label={say('account.licence.authority')}
            hint={say('account.licence.authority.hint')}
            autoComplete="off"
          />
          <FilesField />
        </>
      )}
    </QuestionGroup>
  );
}

/** The products without high risk. Each high-risk product has a question of its own. */
export function Products({ question }: Asks<'products'>) {
  const { say } = useApplication();
  const options = PRODUCTS.filter((product) => !HIGH_RISK.some((item) => item === product)).map((value) => ({
    value,
    text: say(PRODUCT_WORDS[value]),
  }));
  return (
    <>
      <ChecksField {...useWords(question)} options={options} />
      <Leverage product="stocks" />
    </>
  );
}

/** The limits of leverage of a product by the law of the country, folded: they explain it, and nothing is asked by them. */
function Leverage({ product }: { product: Product }) {
  const { say } = useApplication();
  const limits = useJurisdiction().leverage.filter(({ of }) => of.startsWith(product));
  if (limits.length === 0) return null;
  return (
    <details className="leverage">
      <summary>{say('account.leverage')}</summary>
      <ul>
        {limits.map(({ of, most, source }) => (
          <li key={of}>
            {say(`account.leverage.${of}`, { most })} <Source id={source} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function OptIn({ question: { name, product, label } }: Asks<'optIn'>) {
  const { say } = useApplication();
  const products = listAt(useAnswers(), 'trading.products');
  const id = idOf(`trading.products.${product}`);
  const isChosen = products.includes(product);
  const choose = (isWanted: boolean) => {
    const others = products.filter((item) => item !== product);
    // Opting out withdraws the signature.
    answer(isWanted ? { 'trading.products': [...others, product] } : { 'trading.products': others, [name]: null });
  };
  return (
    <div className="opt-in">
      <div className="choice">
        <input
          id={id}
          type="checkbox"
          checked={isChosen}
          aria-expanded={isChosen}
          onChange={({ target }) => choose(target.checked)}
        />
        <label htmlFor={id}>{say('account.optIn', { product: say(label) })}</label>
      </div>
      <Leverage product={product} />
      {isChosen && <SignatureField product={product} />}
    </div>
  );
}

/** Which applications the form and the server accept, and which faults they report. */
// cspell:ignore Äbcdefg Chichijima
import { describe, expect, it } from 'vitest';
import { dayOfSending, isDay, yearsBetween } from '../../../src/forms/days.ts';
import { HIGH_RISK, ROLES, type Role } from '../../../src/forms/lists.ts';
import { checkApplication, checkStep, stepsOf } from '../../../src/forms/shapes.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { random } from '../../helpers/durability.ts';
import {
  applicationBody,
  type Body,
  HOSTILE,
  oddApplication,
  signature,
  TYPED,
  tables,
  VERSIONS,
  withAt,
} from '../../helpers/server/applications.ts';
import { ODD_APPLICATIONS } from '../../helpers/short.ts';

/** One 'field key' for each fault, followed by ':value' if it has one. */
function faults(body: unknown, given = tables): string[] {
  const result = checkApplication(body, given);
  return result.ok ? [] : result.faults.map(({ field, key, value }) => `${field} ${key}${value && `:${value}`}`);
}
const change = (path: string, value: unknown, role: Role = 'investor') =>
  faults(withAt(applicationBody(role), path, value));

describe('an application', () => {
  it.each(ROLES)('of a %s is taken, and what was accepted is accepted again', (role) => {
    const first = checkApplication(applicationBody(role), tables);
    if (!first.ok) throw new Error(JSON.stringify(first.faults));
    const again = checkApplication(JSON.parse(JSON.stringify(first.value)), tables);
    expect(again).toEqual(JSON.parse(JSON.stringify(first)));
  });

  it('says what is missing, each in its place and in the order of the form', () => {
    expect(faults({})).toEqual([
      'locale choiceUnknown',
      'role roleEmpty',
      'country countryEmpty',
      'city cityEmpty',
      'email emailEmpty',
      'password passwordEmpty',
      'mobile mobileEmpty',
      'givenName givenNameEmpty',
      'familyName familyNameEmpty',
      'nickname nicknameEmpty',
      'birthDate birthDateEmpty',
      'gender genderEmpty',
      'address addressEmpty',
      'notifications choiceUnknown',
      'privacy choiceUnknown',
      'agreements privacyUnaccepted',
      'declaration declarationMissing',
    ]);
    expect(faults({ role: 'investor' })).toContain('trading productsEmpty');
    expect(faults({ role: 'analyst' })).toContain('licence licenceEmpty');
    expect(faults({ role: 'brokerageHouse' })).toContain('company companyEmpty');
    for (const odd of [null, [], 'text', 7]) expect(faults(odd).length).toBeGreaterThan(0);
  });

  it.each([
    ['role', 'king', 'role choiceUnknown'],
    ['country', 'ZZ', 'country choiceUnknown'],
    ['country', 'jp', 'country choiceUnknown'],
    ['country', 'AQ', 'country countryClosed'],
    ['city', 1.5, 'city choiceUnknown'],
    ['city', '1850147', 'city cityEmpty'],
    ['email', ' ', 'email emailEmpty'],
    ['email', 'hana', 'email emailFormat:name@example.com'],
    ['email', 'hana@example', 'email emailFormat:name@example.com'],
    ['email', 'ha na@example.com', 'email emailFormat:name@example.com'],
    ['email', `${'a'.repeat(250)}@b.co`, 'email tooLong:254'],
    ['password', '', 'password passwordEmpty'],
    ['password', 'Abcdef1', 'password passwordRule'],
    ['password', 'abcdefg1', 'password passwordRule'],
    ['password', 'ABCDEFG1', 'password passwordRule'],
    ['password', 'Abcdefgh', 'password passwordRule'],
    ['password', 'Abcdefg1!', 'password passwordRule'],
    ['password', 'Abcdefg1 ', 'password passwordRule'],
    ['password', 'Äbcdefg1', 'password passwordRule'],
    ['password', `Ab1${'x'.repeat(126)}`, 'password tooLong:128'],
    ['mobile', '', 'mobile mobileEmpty'],
    ['mobile', '123', 'mobile mobileFormat'],
    ['mobile', 'call me', 'mobile mobileFormat'],
    ['givenName', '', 'givenName givenNameEmpty'],
    ['givenName', '...', 'givenName givenNameEmpty'],
    ['familyName', 'a\u0000', 'familyName textCharacters'],
    ['nickname', 'x'.repeat(41), 'nickname tooLong:40'],
    ['birthDate', '1990-02-30', 'birthDate birthDateFormat'],
    ['birthDate', '28.2.1990', 'birthDate birthDateFormat'],
    ['birthDate', '2026-11-22', 'birthDate birthDateFuture'],
    ['birthDate', '2008-11-22', 'birthDate tooYoung:18'],
    ['gender', 'OTHER', 'gender choiceUnknown'],
    ['gender', '', 'gender genderEmpty'],
    ['address.line1', '', 'address.line1 addressEmpty'],
    ['address.postcode', 'x'.repeat(21), 'address.postcode tooLong:20'],
    ['notifications.login', 'on', 'notifications.login choiceUnknown'],
    ['privacy.email', 'friends', 'privacy.email choiceUnknown'],
    ['agreements.privacy', '', 'agreements.privacy privacyUnaccepted'],
    ['agreements.terms', undefined, 'agreements.terms termsUnaccepted'],
    ['agreements.terms', '2025-01-01', 'agreements.terms textOld:2026-11-21'],
    ['declaration', false, 'declaration declarationMissing'],
    ['locale', 'fr', 'locale choiceUnknown'],
  ])('refuses %s = %j: %s', (path, value, fault) => {
    expect(change(path, value)).toEqual([fault]);
  });

  it('takes a city by its number or by its name', () => {
    const body = applicationBody();
    expect(faults({ ...body, city: 1850147, cityName: '' })).toEqual([]);
    expect(faults({ ...body, city: null, cityName: 'Chichijima' })).toEqual([]);
    expect(faults({ ...body, city: null, cityName: ' ' })).toEqual(['cityName cityEmpty']);
  });

  it('asks of each role what is its own', () => {
    expect(change('company.name', '', 'brokerageHouse')).toEqual(['company.name companyEmpty']);
    expect(change('company', { name: '' }, 'developer')).toEqual([]);
    expect(change('company', undefined, 'broker')).toEqual([]);
    expect(change('licence', { none: true }, 'broker')).toEqual([]);
    expect(change('licence', { none: false }, 'analyst')).toEqual([
      'licence.type licenceTypeEmpty',
      'licence.number licenceNumberEmpty',
      'licence.authority licenceAuthorityEmpty',
    ]);
    for (const authority of [undefined, '', ' ']) {
      expect(change('licence.authority', authority, 'broker')).toEqual(['licence.authority licenceAuthorityEmpty']);
    }
    expect(change('licence.type', 'LICENSE_TO_KILL', 'analyst')).toEqual(['licence.type choiceUnknown']);
    expect(change('licence.files', ['a', 'a'], 'analyst')).toEqual(['licence.files licenceFiles:5']);
    expect(change('licence.files', ['../x y'], 'analyst')).toEqual(['licence.files.0 licenceFileGone']);
    // Answers to questions of other roles are left out, whatever they hold.
    const found = checkApplication({ ...applicationBody('developer'), licence: 1, trading: 'x' }, tables);
    expect(found.ok && [found.value.licence, found.value.trading]).toEqual([undefined, undefined]);
  });

  it.each(HIGH_RISK)('of %s needs the disclosure signed, the declarations, experience and assets', (product) => {
    const body = withAt(applicationBody(), 'trading.products', ['stocks', product]);
    const signed = withAt(body, 'trading.highRisk', { [product]: signature() });
    const at = `trading.highRisk.${product}`;
    expect(faults(signed)).toEqual([]);
    expect(faults(withAt(body, 'trading.highRisk', {}))).toEqual([`${at} signatureMissing`]);
    expect(faults(withAt(body, 'trading.highRisk', undefined))).toEqual(['trading.highRisk signatureMissing']);
    expect(faults(withAt(signed, `${at}.name`, ' '))).toEqual([`${at}.name signatureEmpty`]);
    expect(faults(withAt(signed, `${at}.signedAt`, 'today'))).toEqual([`${at}.signedAt signatureMissing`]);
    expect(faults(withAt(signed, `${at}.version`, '2026-01-01'))).toEqual([`${at}.version textOld:2026-11-21`]);
    for (const [field, key] of [
      ['accreditedInvestor', 'accreditedEmpty'],
      ['qualifiedPurchaser', 'qualifiedEmpty'],
      ['experience', 'experienceEmpty'],
      ['netWorth', 'netWorthEmpty'],
      ['income', 'incomeEmpty'],
    ]) {
      expect(faults(withAt(signed, `trading.${field}`, undefined))).toEqual([`trading.${field} ${key}`]);
      expect(faults(withAt(signed, `trading.${field}`, 'MUCH'))).toEqual([`trading.${field} choiceUnknown`]);
    }
    expect(faults(withAt(signed, 'trading.products', ['stocks']))).toEqual([`${at} signatureWithoutProduct`]);
  });

  it('is signed and accepted in the versions of the language in which the texts were read', () => {
    const versionsOf = (locale: string) =>
      locale === 'ja' ? VERSIONS : { ...VERSIONS, forex: '2027-01-01', terms: '2027-02-02' };
    const given = { ...tables, versionsOf };
    expect(faults(applicationBody(), given)).toEqual([]);
    // Signed in Japanese, sent from an English page: the version of the terms must be that of the page.
    expect(faults(applicationBody('investor', { locale: 'en-US' }), given)).toEqual([
      'agreements.terms textOld:2027-02-02',
    ]);
    expect(faults(withAt(applicationBody(), 'trading.highRisk.forex.locale', 'tw'), given)).toEqual([
      'trading.highRisk.forex.version textOld:2027-01-01',
    ]);
    expect(faults(withAt(applicationBody(), 'trading.highRisk.forex.locale', 'fr'), given)).toHaveLength(2);
  });

  it('without such products asks for no declaration', () => {
    const body = withAt(
      withAt(applicationBody(), 'trading.products', ['stocks', 'stocks']),
      'trading.highRisk',
      undefined,
    );
    const found = checkApplication(
      withAt(withAt(body, 'trading.accreditedInvestor', ''), 'trading.qualifiedPurchaser', undefined),
      tables,
    );
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    expect(found.value.trading).toMatchObject({
      products: ['stocks'],
      accreditedInvestor: 'none',
      qualifiedPurchaser: 'none',
    });
    expect(faults(withAt(body, 'trading.products', []))).toEqual(['trading.products productsEmpty']);
    expect(faults(withAt(body, 'trading.products', ['crypto']))).toEqual(['trading.products.0 choiceUnknown']);
  });
});

describe('of age', () => {
  it('is who has the years full where the day begins last', () => {
    // Already 18 in Tokyo (nine hours before UTC) and in UTC, but not yet at UTC-12.
    const early = { ...tables, now: new Date('2026-11-22T11:59:59Z') };
    const late = { ...tables, now: new Date('2026-11-22T12:00:00Z') };
    const body = applicationBody('investor', { birthDate: '2008-11-22' });
    expect(faults(body, early)).toEqual(['birthDate tooYoung:18']);
    expect(faults(body, late)).toEqual([]);
    expect(dayOfSending(late.now)).toBe('2026-11-22');
  });

  it('is by the law of the country', () => {
    const body = applicationBody('investor', { country: 'TH', city: null, birthDate: '2007-11-20' });
    expect(faults(body)).toEqual(['birthDate tooYoung:20']);
    expect(faults({ ...body, birthDate: '2006-11-20' })).toEqual([]);
  });

  it('counts 29 February and knows the calendar', () => {
    expect(yearsBetween('2008-02-29', '2026-02-28')).toBe(17);
    expect(yearsBetween('2008-02-29', '2026-03-01')).toBe(18);
    expect(yearsBetween('2008-02-29', '2028-02-29')).toBe(20);
    for (const day of ['2024-02-29', '1900-01-01']) expect(isDay(day)).toBe(true);
    for (const no of ['2023-02-29', '1899-12-31', '2024-13-01', '2024-1-1', '', '２０２４-01-01'])
      expect(isDay(no)).toBe(false);
  });
});

/** Collects the application as the form does, step by step. Returns null if a step is refused. */
function collect(values: Body): Body | null {
  const parts = stepsOf(values, tables).map((step) =>
    checkStep(step, { ...values, confirmation: values.password }, tables),
  );
  return parts.every((part) => part.ok)
    ? Object.assign({ locale: values.locale }, ...parts.map((part) => part.ok && part.value), {
        confirmation: undefined,
      })
    : null;
}
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('the form and the server', () => {
  it(`accept the same: ${ODD_APPLICATIONS} applications of one to three odd answers`, () => {
    const next = random(7);
    const count = { accepted: 0, refused: 0 };
    for (let round = 0; round < ODD_APPLICATIONS; round += 1) {
      const body = oddApplication(next);
      const collected = collect(body);
      // The locale comes from the page; it is not an answer.
      const byServer = checkApplication(body, tables);
      const isOurs = (LOCALE_IDS as unknown[]).includes(body.locale);
      if (isOurs) expect(byServer.ok, JSON.stringify([body, byServer])).toBe(collected !== null);
      if (collected && isOurs) {
        // The application as the server receives it.
        const sent = plain(collected);
        const taken = checkApplication(sent, tables);
        expect(taken.ok && plain(taken.value), JSON.stringify(body)).toEqual(sent);
        expect(byServer.ok && plain(byServer.value)).toEqual(sent);
      }
      count[collected ? 'accepted' : 'refused'] += 1;
    }
    expect(count.accepted).toBeGreaterThan(ODD_APPLICATIONS * 0.15);
    expect(count.refused).toBeGreaterThan(ODD_APPLICATIONS * 0.15);
  });

  it('name the same faults in the same fields', () => {
    const next = random(8);
    for (let round = 0; round < ODD_APPLICATIONS / 5; round += 1) {
      const body = oddApplication(next);
      const steps = stepsOf(body, tables).flatMap((step) => {
        const found = checkStep(step, { ...body, confirmation: body.password }, tables);
        return found.ok ? [] : found.faults;
      });
      const whole = checkApplication({ ...body, locale: 'ja' }, tables);
      if (stepsOf(body, tables).length > 1) expect(whole.ok ? [] : whole.faults).toEqual(steps);
    }
  });

  it('compare the two entries of a password', () => {
    const found = checkStep('login', { ...applicationBody(), confirmation: 'Abcdefg2' }, tables);
    expect(found).toEqual({ ok: false, faults: [{ field: 'confirmation', key: 'confirmationDiffers', value: '' }] });
  });

  it('refuse what is hostile, or leave it plain text without hidden characters', () => {
    for (const path of TYPED) {
      for (const hostile of HOSTILE) {
        for (const role of ['investor', 'analyst', 'brokerageHouse'] as const) {
          const found = checkApplication(withAt(applicationBody(role), path, hostile), tables);
          if (found.ok)
            expect(JSON.stringify(found.value)).not.toMatch(/\\u00[01]|[\u202a-\u202e\u2066-\u2069\u2028]|\\ud8/);
          else {
            // Who changes the name has to sign again.
            const faults = found.faults.filter(({ key }) => path.startsWith('trading') || key !== 'signatureName');
            expect(faults.map(({ field }) => field)).toEqual(faults.length > 0 ? [path] : []);
          }
        }
      }
    }
  });
});

/** The steps of the account form and its check, rendered from the table of questions. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCESS_WORDS } from '../../../src/forms/access.ts';
import {
  applicationOf,
  fieldsOf,
  questionsAt,
  STEPS,
  type Step,
  stepsFor,
} from '../../../src/forms/applicationSteps.ts';
import { CONTRADICTIONS } from '../../../src/forms/contradictions.ts';
import { ROLES } from '../../../src/forms/lists.ts';
import { faultsAt } from '../../../src/forms/shapes.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { idOf } from '../../../src/islands/applicationForm/context.ts';
import { answer, answersNow, finish, startAgain } from '../../../src/stores/applicationForm.ts';
import { $userEmail } from '../../../src/stores/userEmail.ts';
import { INVESTOR } from '../../helpers/browser/applicationForm.ts';
import { drawCheck, drawDone, drawProgress, drawStep } from '../../helpers/islands/applicationView.ts';
import { signature, tables, VERSIONS } from '../../helpers/server/applications.ts';

const t = translator('en-US');
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');
const FOREX = { ...INVESTOR, 'trading.products': ['stocks', 'forex'] };

beforeEach(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  startAgain();
});
// Other files share the store: for them nothing is sent.
afterEach(() => startAgain());

describe('a step', () => {
  it.each(ROLES)('asks a %s its questions, each control with an id of its own and a label', (role) => {
    answer({ ...FOREX, role, 'licence.none': false });
    for (const step of stepsFor(role)) {
      const html = drawStep(step);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const controls = [...html.matchAll(/<(?:input|select)\b[^>]* id="([^"]*)"/g)].map(([, id]) => id);
      for (const id of controls) expect(html, id).toContain(`for="${id}"`);
      for (const question of questionsAt(step, answersNow())) {
        if (question.as === 'tick') continue; // Its label contains a date.
        expect(html, question.name).toContain(inHtml(t(question.label, { holdingAlert: '' })));
        const isThere = [question.name, ...fieldsOf(question)].some((field) => html.includes(`data-field="${field}"`));
        expect(isThere || question.as === 'optIn', question.name).toBe(true);
        // The link on the check leads to it. Options that come from the API are missing here.
        const target = idOf(question.as === 'parts' ? String(fieldsOf(question)[0]) : question.name);
        const isFound = ids.some((id) => id === target || id?.startsWith(`${target}-`));
        expect(isFound || question.as === 'checks' || question.as === 'optIn', target).toBe(true);
      }
    }
  });

  it('asks for names and addresses in the order of the language', () => {
    answer(INVESTOR);
    const orderIn = (locale: 'en-US' | 'ja') =>
      [...drawStep('about', locale).matchAll(/name="(givenName|familyName|address\.\w+)"/g)].map(([, name]) => name);
    const parts = ['line1', 'line2', 'region', 'postcode'].map((part) => `address.${part}`);
    expect(orderIn('en-US')).toEqual(['givenName', 'familyName', ...parts]);
    const eastern = ['postcode', 'region', 'line1', 'line2'].map((part) => `address.${part}`);
    expect(orderIn('ja')).toEqual(['familyName', 'givenName', ...eastern]);
  });

  it('asks for declarations only with a high-risk product, and says what "No" means', () => {
    answer(INVESTOR);
    expect(drawStep('trading')).not.toContain('accreditedInvestor');
    answer({ 'trading.products': ['forex'] });
    for (const text of [t(ACCESS_WORDS), t('account.accredited'), t('account.sign.name', { product: 'Forex' })]) {
      expect(drawStep('trading').toLowerCase()).toContain(inHtml(text).toLowerCase());
    }
  });
});

describe('whoever is logged in', () => {
  beforeEach(() => {
    const userInfo = encodeURIComponent(JSON.stringify({ token: 'a.token' }));
    vi.stubGlobal('document', { cookie: `userInfo=${userInfo}` });
    $userEmail.set('hana@account.example');
    return () => {
      vi.unstubAllGlobals();
      $userEmail.set(null);
    };
  });

  it('sees the address of the account and is asked for neither address nor password; the answers stay', () => {
    answer(INVESTOR);
    const html = drawStep('login');
    for (const text of [
      'hana@account.example',
      inHtml(t('account.email.own')),
      'name="mobile"',
      'name="brokerNumber"',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/type="(?:password|email)"/);
    expect(answersNow()).toMatchObject(INVESTOR);
    vi.stubGlobal('document', { cookie: '' });
    expect(drawStep('login')).toContain(`value="${INVESTOR.email}"`);
  });

  it('checks the address of the account, which is changed elsewhere', () => {
    answer(INVESTOR);
    const html = drawCheck('en-US', {}, { ...tables, hasAccount: true });
    expect(html).toContain('hana@account.example');
    expect(html).not.toContain(String(INVESTOR.email));
    expect(html).not.toContain('fault passwordEmpty');
    const links = (of: string) => of.match(/class="review-change"/g)?.length ?? 0;
    const rows = (of: string) => of.match(/<dt>/g)?.length ?? 0;
    expect(links(html)).toBe(rows(html) - 1);
  });
});

describe('the check', () => {
  const says = (html: string, keys: readonly MessageKey[]) => keys.filter((key) => html.includes(inHtml(t(key))));
  const keys = Object.values(CONTRADICTIONS).map(({ words }) => words);

  it('points out what contradicts itself, with a way to both answers', () => {
    answer(INVESTOR);
    expect(says(drawCheck(), keys)).toEqual([]);
    answer({
      birthDate: '2004-01-01',
      'trading.experience': 'EXPERIENCE_FROM_10Y',
      'trading.income': 'INCOME_FROM_1M',
      'trading.netWorth': 'NET_WORTH_UNDER_50K',
    });
    const html = drawCheck();
    expect(says(html, keys)).toEqual(['account.contradiction.experienceAge', 'account.contradiction.incomeNetWorth']);
    for (const field of ['birthDate', 'experience', 'income', 'netWorth'] as const) {
      expect(html).toContain(inHtml(t('account.changeField', { field: t(`account.${field}`) })));
    }
  });

  it('says of a password that it is given and no more, and of a product that it stays off', () => {
    const forex = { ...signature(VERSIONS.forex), locale: 'en-US' };
    answer({ ...FOREX, password: 'Abcdefg1', confirmation: 'Abcdefg1', 'trading.highRisk.forex': forex });
    const html = drawCheck();
    expect(html).toContain(t('account.password.given'));
    expect(html).not.toContain('Abcdefg1');
    expect(html).toContain(t('account.access.off', { product: t('account.product.forex') }));
    expect(html).toContain(inHtml(t('account.signature.row', { product: t('account.product.forex') })));
  });

  it('says who receives the application, if the operator is known', () => {
    const recipient = 'Example Ltd (1 Example Street)';
    expect(drawCheck('en-US', { recipient })).toContain(t('account.recipient', { recipient }));
    expect(drawCheck()).not.toContain(t('account.recipient', { recipient: '' }).replace(/[ .]+$/, ''));
  });

  it.each(ROLES)('of a %s says what is missing at its answer, and leads there', (role) => {
    answer({ role });
    const html = drawCheck();
    for (const step of STEPS.filter((one) => one !== 'check' && stepsFor(role).includes(one))) {
      expect(html).toContain(`href="#step-${step}"`);
    }
    const faults = ['addressEmpty', 'emailEmpty', 'genderEmpty', 'birthDateEmpty'];
    if (role === 'brokerageHouse') faults.push('companyEmpty');
    if (role === 'analyst') faults.push('licenceEmpty');
    if (role === 'investor') faults.push('productsEmpty', 'incomeEmpty');
    for (const fault of faults) expect(html).toContain(`fault ${fault}`);
  });
});

describe('a step that is not complete', () => {
  it.each<[Step, Record<string, unknown>, string[]]>([
    ['who', {}, ['role roleEmpty', 'country countryEmpty', 'cityName cityEmpty']],
    ['login', { role: 'broker' }, ['email emailEmpty', 'password passwordEmpty', 'mobile mobileEmpty']],
    ['about', { ...INVESTOR, role: 'brokerageHouse' }, ['company.name companyEmpty']],
    [
      'about',
      { ...INVESTOR, role: 'analyst', birthDate: '2012-01-01' },
      ['birthDate tooYoung', 'licence licenceEmpty'],
    ],
    [
      'about',
      { ...INVESTOR, role: 'broker', 'licence.none': false },
      ['licence.type licenceTypeEmpty', 'licence.number licenceNumberEmpty', 'licence.authority licenceAuthorityEmpty'],
    ],
    [
      'trading',
      { ...FOREX, 'trading.income': null },
      [
        'trading.highRisk.forex signatureMissing',
        'trading.accreditedInvestor accreditedEmpty',
        'trading.qualifiedPurchaser qualifiedEmpty',
        'trading.income incomeEmpty',
      ],
    ],
    ['notifications', {}, []],
    [
      'check',
      INVESTOR,
      ['agreements.privacy privacyUnaccepted', 'agreements.terms termsUnaccepted', 'declaration declarationMissing'],
    ],
  ])('%s of %j says what is missing', (step, answers, faults) => {
    const found = faultsAt(step, applicationOf(answers, 'en-US'), tables);
    expect(found.map(({ field, key }) => `${field} ${key}`)).toEqual(faults);
  });
});

describe('the progress', () => {
  it('says a total only once the first step has settled it', () => {
    expect(drawProgress(stepsFor(null), 'who')).toBe(drawProgress(stepsFor('investor'), 'who'));
    expect(drawProgress(stepsFor(null), 'who')).toContain(t('account.stepOne'));
    expect(drawProgress(stepsFor('investor'), 'login')).toContain(t('account.stepOf', { step: 2, steps: 6 }));
  });
});

describe('the receipt', () => {
  const sent = { reference: 'F-1', secret: 's', state: 'received', submittedAt: '2026-11-27T00:00:00Z' };
  const firstOf = (html: string) => /<a class="button" href="([^"]*)"/.exec(html)?.[1];
  it.each([
    ['the mail that confirms the address', { email: 'hana@gmail.com' }, true, 'https://mail.google.com/'],
    ['the user center if nobody knows where the mail is', { email: 'hana@example.com' }, true, '/userCenter'],
    ['the user center if no mail is sent', { email: 'hana@gmail.com' }, false, '/userCenter'],
    ['the user center for who is logged in', { 'own.account': true }, true, '/userCenter'],
  ])('leads first to %s', (_, answers, mail, address) => {
    answer({ ...INVESTOR, ...answers });
    finish({ ...sent, mail });
    expect(firstOf(drawDone())).toBe(address);
  });

  it('has no such button where accounts are elsewhere and the mail is not known', () => {
    answer({ ...INVESTOR, email: 'hana@example.com' });
    finish({ ...sent, mail: true });
    expect(firstOf(drawDone({ userCenter: null }))).toBeUndefined();
  });
});

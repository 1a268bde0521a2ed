/** What is derived from the table of questions, and the application that is built from answers. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/forms/applicationQuestions.ts';
import {
  answerAt,
  applicationOf,
  covers,
  fieldsOf,
  namesOf,
  questionCount,
  questionsAt,
  roleOf,
  STEPS,
  stepOf,
  stepsFor,
} from '../../../src/forms/applicationSteps.ts';
import { BROKER_NOTIFICATIONS, BROKER_PRIVACY, companyOf, hasLicense, ROLES } from '../../../src/forms/lists.ts';
import { checkApplication } from '../../../src/forms/shapes.ts';
import { applicationBody, type Body, tables } from '../../helpers/server/applications.ts';

/** An application as the form stores it: keyed by field, with the values that only the form knows. */
function answersOf(body: Body): Body {
  const deciding = { role: body.role, 'trading.products': (body.trading as Body | undefined)?.products };
  const fields = STEPS.flatMap((step) => questionsAt(step, deciding)).flatMap(fieldsOf);
  const licence = body.licence as { none?: true; files?: string[] } | undefined;
  const flat = Object.fromEntries(
    fields.map((field) => [field, field.split('.').reduce<unknown>((at, name) => (at as Body)?.[name], body)]),
  );
  if (!licence) return flat;
  const files = (licence.files ?? []).map((id) => ({ id, name: `${id}.pdf`, size: 1 }));
  return { ...flat, 'licence.none': licence.none ?? false, 'own.files': files };
}

describe('the table of questions', () => {
  it('has a step for every field, and for every fault of an application', () => {
    const checked = checkApplication({ role: 'investor', country: 'JP' }, tables);
    const steps = checked.ok ? [] : checked.faults.map(({ field }) => stepOf(field));
    expect(new Set(steps)).toEqual(new Set(STEPS));
    expect(stepOf('confirmation')).toBe('login');
    expect(stepOf('licence.files')).toBe('about');
    expect(stepOf('trading.highRisk')).toBe('trading');
    expect(stepOf('constructor')).toBe('check');
  });

  it.each(ROLES)('names every answer of a %s, and one question for each', (role) => {
    const names = namesOf();
    expect(Object.keys(applicationBody(role)).filter((name) => name !== 'locale' && !names.includes(name))).toEqual([]);
    const asked = STEPS.flatMap((step) => questionsAt(step, applicationBody(role)));
    for (const { name } of asked) expect(asked.filter((other) => covers(other, name))).toHaveLength(1);
  });

  it('asks so many questions of a role', () => {
    for (const role of ROLES) {
      const more = Number(companyOf(role) !== 'none') + Number(hasLicense(role));
      expect(questionCount(role), 'a new question raises these numbers').toBe(role === 'investor' ? 18 : 11 + more);
      expect(stepsFor(role)).toHaveLength(role === 'investor' ? 6 : 5);
    }
    expect(stepsFor(null)).toEqual(stepsFor('broker'));
  });
});

describe('the toggles', () => {
  it('stand with those of brokers last in their part, as on the page of settings', () => {
    const asked: readonly Question[] = questionsAt('notifications', { role: 'investor' });
    const brokers = asked.filter(({ forBroker }) => forBroker).map(({ name }) => name);
    expect(brokers.sort()).toEqual(
      [
        ...BROKER_NOTIFICATIONS.map((name) => `notifications.${name}`),
        ...BROKER_PRIVACY.map((name) => `privacy.${name}`),
      ].sort(),
    );
    for (const part of ['notify', 'privacy']) {
      const marks = asked.filter((question) => question.part === part).map(({ forBroker }) => Number(forBroker));
      expect(marks).toEqual([...marks].sort());
    }
  });
});

describe('the application that answers make', () => {
  it.each(ROLES)('of a %s is the one that they came from', (role) => {
    const body = applicationBody(role);
    const checked = checkApplication(applicationOf(answersOf(body), 'ja'), tables);
    expect(checked).toMatchObject({ ok: true });
    // The form sends an empty company where the name is optional.
    const expected = checkApplication(companyOf(role) === 'optional' ? { ...body, company: {} } : body, tables);
    expect(JSON.stringify(checked)).toBe(JSON.stringify(expected));
  });

  it('begins with what protects the account on, and nobody shown anything', () => {
    const { notifications, privacy } = applicationOf({}, 'ja');
    expect([notifications, privacy]).toEqual([applicationBody().notifications, applicationBody().privacy]);
    expect(answerAt({ 'notifications.login': false }, 'notifications.login')).toBe(false);
  });

  it.each(ROLES)('of a %s who is logged in has neither address nor password, whatever was answered', (role) => {
    const answers = { ...answersOf(applicationBody(role)), 'own.account': true };
    const checked = checkApplication(applicationOf(answers, 'ja'), { ...tables, hasAccount: true });
    expect(checked).toMatchObject({ ok: true, value: { mobile: '+819012345678', nickname: 'hana' } });
    expect(JSON.stringify(checked)).not.toMatch(/hana\.sato|Abcdefg1|account/);
    expect(checkApplication(applicationOf(answers, 'ja'), tables)).toMatchObject({
      ok: false,
      faults: [{ key: 'emailEmpty' }, { key: 'passwordEmpty' }],
    });
    const asked = questionsAt('login', answers).map(({ name }) => name);
    expect(asked).toEqual(['own.account', 'mobile', ...(role === 'investor' ? ['brokerNumber'] : [])]);
  });

  it('leaves out what another role answered', () => {
    const answers = { ...answersOf(applicationBody('investor')), role: 'developer', brokerNumber: '7' };
    const application = applicationOf(answers, 'ja');
    expect([application.trading, application.brokerNumber, application.own]).toEqual([undefined, undefined, undefined]);
    expect(checkApplication(application, tables)).toMatchObject({ ok: true });
    expect(roleOf({ role: 'king' })).toBeNull();
  });

  it('says what is missing in its field, and nothing of an answer that was taken back', () => {
    const missing = (answers: Body) => {
      const checked = checkApplication(applicationOf(answers, 'ja'), tables);
      return checked.ok ? [] : checked.faults.map(({ field }) => field);
    };
    expect(missing({ role: 'brokerageHouse' })).toEqual(expect.arrayContaining(['address.line1', 'company.name']));
    expect(missing({ role: 'analyst' })).toContain('licence');
    const investor = { ...answersOf(applicationBody('investor')), 'trading.highRisk.forex': null };
    expect(missing(investor)).toEqual(['trading.highRisk.forex']);
  });
});

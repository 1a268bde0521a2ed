/** What pages show of content/operator.yml: all that is set, and nothing of what is not. */
import { describe, expect, it } from 'vitest';
import { OPERATOR_PARTS } from '../../../../src/authoring/components.ts';
import {
  answerTime,
  operatorLines,
  operatorPart,
  recipientOf,
  sectionsOf,
} from '../../../../src/authoring/pages/operator.ts';
import { type Operator, readOperator } from '../../../../src/catalogue/operator.ts';
import { isLocale, LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { FILLED_OPERATOR } from '../../../helpers/builds.ts';

const shipped = readOperator();
const filled = readOperator(FILLED_OPERATOR);
const bare: Operator = { asOf: '2026-11-20' };

/** Every text that pages show of an operator, in one string. */
function shownOf(locale: Locale, operator: Operator): string {
  const parts = OPERATOR_PARTS.map((part) => operatorPart(part, locale, operator));
  return JSON.stringify([parts, operatorLines(locale, operator)]);
}

/** The words of a table in a locale; codes and addresses too. */
function leaves(value: unknown, locale: Locale): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isWords = entries.some(([key]) => isLocale(key));
  const own = Object.hasOwn(value, locale) ? locale : 'en-US';
  return entries.filter(([key]) => !isWords || key === own).flatMap(([, inside]) => leaves(inside, locale));
}

describe.each(LOCALE_IDS)('%s', (locale) => {
  const t = translator(locale);

  it('shows everything that is set', () => {
    const { asOf: _, served, notServed, licences, brokers, contact, staff, security, ...rest } = filled;
    const shown = shownOf(locale, filled);
    for (const mail of [...(staff?.mails ?? ['']), security?.contact ?? '']) expect(shown).not.toContain(mail);
    const rows = [
      rest,
      licences?.map(({ countries: _, ...one }) => one),
      // How to reach it, where to sign and how to pay in are for approved applicants.
      brokers?.map(({ countries: _, products: __, fees, contact: ___, agreement: ____, payIn: _____, ...one }) => [
        one,
        fees?.map(({ fee }) => fee),
      ]),
      { ...contact, languages: [] },
    ];
    const words = leaves(rows, locale);
    expect(words.length).toBeGreaterThan(20);
    for (const text of words) expect(shown).toContain(JSON.stringify(text).slice(1, -1));
    for (const code of [...(served ?? []), ...(notServed ?? [])]) {
      expect(shown).toContain(
        new Intl.DisplayNames(locale === 'tw' ? 'zh-Hant-TW' : locale === 'cn' ? 'zh-Hans-CN' : locale, {
          type: 'region',
        }).of(code),
      );
    }
    expect(shown).toContain(t('account.product.forex'));
    expect(shown).toContain(answerTime(locale, filled));
    for (const days of [365, 730]) expect(shown).toContain(t('operator.days', { days }));
    expect(shown).not.toMatch(/undefined|null|[{]\w+[}]/);
  });

  it('shows nothing of what is not set', () => {
    for (const part of OPERATOR_PARTS) expect(operatorPart(part, locale, bare), part).toBeNull();
    expect(operatorLines(locale, bare)).toEqual([]);
    expect([recipientOf(locale, bare), answerTime(locale, bare)]).toEqual([null, null]);
  });

  it('as it is shipped says who owns Finger and how long closed accounts are kept, and no more', () => {
    const parts = OPERATOR_PARTS.filter((part) => operatorPart(part, locale, shipped) !== null);
    expect(parts).toEqual(['company', 'keeping']);
    expect(operatorPart('company', locale, shipped)).toMatchObject({ entries: [], text: [expect.any(String)] });
    expect(operatorLines(locale, shipped)).toEqual([]);
  });

  it('tells in what time a question is answered', () => {
    expect(answerTime(locale, { ...bare, answer: { hours: 24 } })).toBe(t('operator.answer.hours', { hours: 24 }));
    expect(answerTime(locale, { ...bare, answer: { businessDays: 1 } })).toContain('1');
  });

  it('shows a group of which only a part is set without the rest', () => {
    const some: Operator = {
      ...bare,
      register: { number: 'T-1' },
      contact: { telephone: 'none', mail: 'a@finger.test' },
    };
    expect(operatorPart('company', locale, some)?.entries).toEqual([
      { rows: [{ label: t('operator.register'), value: 'T-1', href: undefined }] },
    ]);
    expect(operatorPart('contact', locale, some)?.entries).toEqual([
      { rows: [{ label: t('operator.mail'), value: 'a@finger.test', href: 'mailto:a@finger.test' }] },
    ]);
  });
});

it('states plainly that no license is held, if the list is empty, and shows no other empty list', () => {
  const none: Operator = { ...bare, licences: [], protection: [], notServed: [] };
  expect(operatorPart('supervision', 'en-US', none)?.text).toEqual([translator('en-US')('operator.licences.none')]);
  for (const part of ['custody', 'countries'] as const) expect(operatorPart(part, 'en-US', none)).toBeNull();
});

describe('the contents of a page', () => {
  const headings = [
    { depth: 2, slug: 'a', text: 'A' },
    { depth: 3, slug: 'b', text: 'B' },
    { depth: 2, slug: 'c', text: 'C' },
  ];
  const body =
    '<Operator show="company" />\n\n## A\n\n### B\n\n<Operator show="contact" />\n\n## C\n\n<Operator show="law" />\n';

  it('include the sections that the operator fills, in their places', () => {
    expect(sectionsOf(body, headings, 'en-US').map(({ slug }) => slug)).toEqual(['operator-company', 'a', 'c']);
    expect(sectionsOf(body, headings, 'en-US', filled).map(({ slug }) => slug)).toEqual([
      'operator-company',
      'a',
      'operator-contact',
      'c',
    ]);
  });
});

/** The options and messages of the account form, compared with the dictionary and the words of every locale. */
import { describe, expect, it } from 'vitest';
import { STEPS } from '../../../src/forms/applicationSteps.ts';
import { CONTRADICTIONS } from '../../../src/forms/contradictions.ts';
import { readFault } from '../../../src/forms/faults.ts';
import { FAULT_WORDS, type FaultKey, faultWord } from '../../../src/forms/faultWords.ts';
import * as lists from '../../../src/forms/lists.ts';
import { stepsOf } from '../../../src/forms/shapes.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { childrenOf } from '../../../src/server/dictionary.ts';
import { applicationBody, tables } from '../../helpers/server/applications.ts';

describe('the lists', () => {
  const keysBelow = (id: number) => (childrenOf(id) ?? []).map(({ key }) => key);

  it('are those of the dictionary', () => {
    expect(lists.EMPLOYMENT).toEqual(keysBelow(200));
    expect(lists.keysOf(lists.INCOME)).toEqual(keysBelow(500));
    expect(lists.keysOf(lists.NET_WORTH)).toEqual(keysBelow(600));
    expect(lists.keysOf(lists.EXPERIENCE)).toEqual(keysBelow(800));
    expect(lists.GENDERS).toEqual(keysBelow(900));
    expect(lists.LICENSE_TYPES).toEqual(keysBelow(1000));
    expect(lists.FUNDS).toEqual(keysBelow(1100));
    expect(lists.AD_FORMATS).toEqual(keysBelow(1700));
    expect(lists.AD_BUDGETS).toEqual(keysBelow(1800));
    expect(lists.PRODUCTS.map((one) => `PRODUCT_${one.toUpperCase()}`).sort()).toEqual(keysBelow(1600).sort());
  });

  it.each([500, 600])('have the edges that the words of %s say, in each currency', (id) => {
    const table: Record<string, readonly [number, number]> = id === 500 ? lists.INCOME : lists.NET_WORTH;
    for (const locale of LOCALE_IDS) {
      const below = (childrenOf(id) ?? []).filter(({ key }) => lists.isOffered(key, locale, null));
      expect(below, locale).toHaveLength(id === 500 ? 8 : 7);
      let from = 0;
      for (const { key, names } of below) {
        const said = [...names['en-US'].matchAll(/[\d,]{4,}/g)].map(([amount]) => Number(amount.replaceAll(',', '')));
        const [least, less] = table[key] ?? [];
        expect(least, key).toBe(from);
        const edges = [least, less].filter((one) => one && Number.isFinite(one));
        expect(edges, key).toEqual(said);
        from = less ?? 0;
      }
      expect(from).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('show the steps of a role, and only the first where no application is taken', () => {
    expect(stepsOf(applicationBody('investor'), tables)).toEqual(STEPS);
    for (const role of lists.ROLES.slice(1)) expect(stepsOf(applicationBody(role), tables)).not.toContain('trading');
    expect(stepsOf({ role: 'investor', country: 'AQ' }, tables)).toEqual(['who']);
    expect(stepsOf(undefined, tables)).toHaveLength(5);
  });
});

describe('words', () => {
  const keys: MessageKey[] = [
    ...Object.values(FAULT_WORDS),
    ...Object.values(CONTRADICTIONS).map(({ words }) => words),
  ];

  it.each(LOCALE_IDS)('say every fault in %s', (locale) => {
    const t = translator(locale);
    for (const key of keys) {
      expect(t(key, { value: '7' }), key).toMatch(/\p{L}{2}/u);
      expect(t(key, { value: '7' }), key).not.toContain('{');
    }
    expect(new Set(keys.map((key) => t(key, { value: '7' }))).size).toBe(keys.length);
  });

  it('are those of the specification', () => {
    const t = translator('en-US');
    const said = (key: FaultKey, value = '') => t(FAULT_WORDS[key], { value }).toLowerCase();
    expect(said('emailEmpty')).toBe('please enter email address');
    expect(said('emailFormat', '{email}')).toBe('please enter correct email format {email}');
    expect(said('passwordEmpty')).toBe('please enter your password');
    expect(said('confirmationDiffers')).toBe('the two entries differ, please confirm again');
  });

  it('have a value where a shape gives one', () => {
    expect(readFault('tooLong:100')).toEqual({ key: 'tooLong', value: '100' });
    expect(readFault('textOld:2026-11-21')).toEqual({ key: 'textOld', value: '2026-11-21' });
    expect(readFault('genderEmpty')).toEqual({ key: 'genderEmpty', value: '' });
    for (const wrong of ['', 'constructor', 'Invalid type'])
      expect(faultWord(readFault(wrong).key)).toBe(FAULT_WORDS.choiceUnknown);
  });
});

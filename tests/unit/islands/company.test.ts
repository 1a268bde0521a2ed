import { describe, expect, it } from 'vitest';
import type { Department } from '../../../src/contract/companies.ts';
import { AUDIT_ACTIONS } from '../../../src/contract/companies.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { IN_SENTENCE } from '../../../src/islands/company/auditWords.ts';
import { answersOf, optionsOf, placedOf, treeOf, untilOf } from '../../../src/islands/company/parts.tsx';
import { lookUp } from '../../../src/lookUp.ts';

const department = (id: string, name: string, parent: string | null): Department => ({ id, name, parent, members: 0 });

describe('departments', () => {
  it('are a tree, sorted by name in the language, with their paths', () => {
    const tree = treeOf(
      [
        department('1', 'Sales', null),
        department('2', 'Team 10', '1'),
        department('3', 'Team 9', '1'),
        department('4', 'Archive', null),
      ],
      'en-US',
    );
    expect(optionsOf(tree)).toEqual([
      { value: '4', text: 'Archive' },
      { value: '1', text: 'Sales' },
      { value: '3', text: 'Sales › Team 9' },
      { value: '2', text: 'Sales › Team 10' },
    ]);
  });
});

describe('answers', () => {
  it('of a placement are what is stored, and back', () => {
    for (const placed of [
      { department: null, roles: [], administrator: false },
      { department: 'a', roles: ['b'], administrator: true },
    ]) {
      expect(placedOf(answersOf(placed))).toEqual(placed);
    }
  });

  it('of a last day are the end of it, and null without one', () => {
    expect(untilOf('')).toBeNull();
    expect(untilOf('no day')).toBe('');
    // The zone of the tests' machine
    const end = new Date(2026, 11, 32).toISOString();
    expect(untilOf('2026-12-31')).toBe(end);
  });
});

describe('the audit', () => {
  it('has a sentence for every action in every language, with who did it and what it names', () => {
    for (const locale of LOCALE_IDS) {
      for (const action of AUDIT_ACTIONS) {
        const parts = ['who', lookUp(IN_SENTENCE, action) ?? 'who'];
        const values = Object.fromEntries(parts.map((part) => [part, `<${part}>`]));
        const sentence = translator(locale)(`company.audit.${action}`, values as never);
        for (const value of Object.values(values)) expect(sentence, `${locale} ${action}`).toContain(value);
      }
    }
  });
});

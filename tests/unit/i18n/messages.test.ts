import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../../src/i18n/format.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, pick, translator } from '../../../src/i18n/messages.ts';

const rawOf = (locale: Locale) => readFileSync(`content/${locale}/ui.json`, 'utf8');
const wordsOf = (locale: Locale) => JSON.parse(rawOf(locale)) as Record<string, string>;

const original = wordsOf(DEFAULT_LOCALE);
const keys = Object.keys(original) as MessageKey[];
const others = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);

interface Argument {
  name: string;
  kind: unknown;
  /** For plural and select: the categories that are written out. */
  branches: string[];
}

/** The arguments of a compiled message, including those inside branches. */
function argumentsOf(message: CompiledMessage | unknown): Argument[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((node): Argument[] => {
    if (!Array.isArray(node)) return [];
    if (typeof node[0] !== 'string') return argumentsOf(node);
    const [name, kind = 'plain', options] = node as [string, unknown?, unknown?];
    const branches = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
    return [
      { name, kind, branches: Object.keys(branches) },
      ...Object.values(branches).flatMap((branch) => argumentsOf([branch].flat())),
    ];
  });
}

/** The names and kinds of the arguments, without duplicates. */
function signature(text: string): string[] {
  return [...new Set(argumentsOf(compile(text)).map(({ name, kind }) => `${name} ${String(kind)}`))].sort();
}

const PLURAL = 2;
const ORDINAL = 3;

/** Values for every argument of a message. */
function samples(text: string, number: number): Record<string, string | number> {
  return Object.fromEntries(
    argumentsOf(compile(text)).map(({ name, kind }) => [name, kind === 'plain' ? `<${name}>` : number]),
  );
}

describe('the arguments of a message', () => {
  it('are found wherever they stand', () => {
    const text = '{a} {n, plural, one {# of {b}} other {#}} {s, select, x {{c}} other {}} {d, date, short}';
    const found = argumentsOf(compile(text));
    expect(found.map(({ name }) => name)).toEqual(['a', 'n', 'b', 's', 'c', 'd']);
    expect(found.find(({ name }) => name === 'n')).toEqual({ name: 'n', kind: PLURAL, branches: ['one', 'other'] });
  });
});

describe.each(LOCALE_IDS)('content/%s/ui.json', (locale) => {
  const words = wordsOf(locale);

  it(LOCALES[locale].overlay ? 'has no key beside those of en-US' : 'has exactly the keys of en-US', () => {
    const own = Object.keys(words).sort();
    if (LOCALES[locale].overlay) expect(keys).toEqual(expect.arrayContaining(own));
    else expect(own).toEqual([...keys].sort());
  });

  it('has no key twice', () => {
    const written = [...rawOf(locale).matchAll(/^\s*"([^"]+)":/gm)].map(([, key]) => key);
    expect(written.length).toBe(new Set(written).size);
    expect(written.length).toBe(Object.keys(words).length);
  });

  it('has words under every key, without white space around them', () => {
    for (const [key, text] of Object.entries(words)) {
      expect(typeof text, key).toBe('string');
      expect(text, key).not.toBe('');
      expect(text, key).toBe(text.trim());
    }
  });

  it('takes the same placeholders as en-US, of the same kind', () => {
    for (const [key, text] of Object.entries(words))
      expect(signature(text), key).toEqual(signature(original[key] ?? ''));
  });

  it('writes out the plural categories of its language, no more and no fewer', () => {
    for (const [key, text] of Object.entries(words)) {
      for (const { kind, branches } of argumentsOf(compile(text))) {
        if (kind !== PLURAL && kind !== ORDINAL) continue;
        const type = kind === ORDINAL ? 'ordinal' : 'cardinal';
        const categories = new Intl.PluralRules(LOCALES[locale].lang, { type }).resolvedOptions().pluralCategories;
        const written = branches.filter((branch) => !branch.startsWith('='));
        expect(written.sort(), key).toEqual([...categories].sort());
      }
    }
  });

  it('fills every message completely', () => {
    const t = translator(locale);
    for (const key of keys) {
      const source = words[key] ?? original[key] ?? '';
      for (const number of [0, 1, 2, 21]) {
        const values = samples(source, number);
        const text = t(key, values);
        expect(text, key).not.toMatch(/[{}#]|undefined|NaN|\[object/);
        for (const value of Object.values(values)) {
          if (typeof value === 'string' && argumentsOf(compile(source)).every(({ branches }) => !branches.length)) {
            expect(text, key).toContain(value);
          }
        }
      }
    }
  });
});

describe('translations', () => {
  it('leave no sentence as it is in en-US', () => {
    const sentence = /(\w+ ){3}\w+/;
    for (const locale of others) {
      const words = wordsOf(locale);
      const same = keys.filter((key) => words[key] === original[key] && sentence.test(words[key] ?? ''));
      expect(same, locale).toEqual([]);
    }
  });
});

describe('translator', () => {
  const counted = keys.find((key) => argumentsOf(compile(original[key] ?? '')).some(({ kind }) => kind === PLURAL));

  it('fills the words of each locale', () => {
    for (const locale of LOCALE_IDS) {
      expect(translator(locale)('nav.label')).toBe(wordsOf(locale)['nav.label'] ?? original['nav.label']);
    }
  });

  it('takes a message that an overlay leaves out from en-US', () => {
    for (const locale of others.filter((id) => LOCALES[id].overlay)) {
      const words = wordsOf(locale);
      const left = keys.filter((key) => !(key in words));
      expect(left.length).toBeGreaterThan(0);
      for (const key of left) {
        const values = samples(original[key] ?? '', 1);
        expect(translator(locale)(key, values)).toBe(translator(DEFAULT_LOCALE)(key, values));
      }
    }
  });

  it('counts one and many apart in English', () => {
    const key = counted as MessageKey;
    const t = translator(DEFAULT_LOCALE);
    const [one, many] = [1, 2].map((number) =>
      t(key, samples(original[key] ?? '', number)).replace(String(number), ''),
    );
    expect(one).not.toBe(many);
  });

  it('throws on a key that does not exist, and names it', () => {
    expect(() => translator('ja')('no.such.key' as MessageKey)).toThrow("'no.such.key'");
  });
});

describe('pick', () => {
  it('gives compiled messages that format to what the translator says', () => {
    for (const locale of LOCALE_IDS) {
      const picked = pick(locale, keys);
      const words = wordsOf(locale);
      expect(Object.keys(picked)).toEqual(keys);
      for (const key of keys) {
        const values = samples(words[key] ?? original[key] ?? '', 3);
        // Astro passes the props of an island as JSON.
        const sent = JSON.parse(JSON.stringify(picked[key])) as CompiledMessage;
        expect(formatMessage(sent, locale, values)).toBe(translator(locale)(key, values));
      }
    }
  });

  it('gives only the keys asked for, each once', () => {
    expect(Object.keys(pick('ja', ['nav.label']))).toEqual(['nav.label']);
    expect(pick('ja', [])).toEqual({});
    expect(Object.keys(pick('ja', ['news.category.d*', 'news.category.desk', 'nav.label']))).toEqual([
      'news.category.desk',
      'nav.label',
    ]);
  });

  it('gives every key that begins as a pattern does, and throws where none does', () => {
    expect(Object.keys(pick('ja', ['search.*']))).toEqual(keys.filter((key) => key.startsWith('search.')));
    expect(() => pick('ja', ['sought.*'])).toThrow("'sought.*'");
  });
});

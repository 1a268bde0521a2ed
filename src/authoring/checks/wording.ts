import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { anyOf, covers, type Rule, wordPattern } from './rule.ts';

/** Words that content/wording.yml forbids. */
export const wording: Rule = {
  name: 'wording',
  checks: ({ wording: rows }) => {
    const forbidden = memo((locale: Locale) => {
      const shared = LOCALES[locale].overlay ? (rows[DEFAULT_LOCALE] ?? []).filter(({ own }) => !own) : [];
      const words = [...shared, ...(rows[locale] ?? [])].map(({ word = '', pattern, ...row }) => ({
        ...row,
        pattern: pattern === undefined ? wordPattern(word) : new RegExp(pattern, 'giu'),
        expected: pattern === undefined ? `copy without ‘${word}’` : 'copy without it',
      }));
      return { words, any: anyOf(words.map(({ pattern }) => pattern)) };
    });
    return {
      words({ text, lineAt }, locale, report) {
        const { words, any } = forbidden(locale);
        if (!any.test(text)) return;
        for (const { pattern, expected, write, except = [] } of words) {
          for (const { 0: hit, index } of text.matchAll(pattern)) {
            if (except.some((phrase) => covers(text, phrase, index, hit.length))) continue;
            report(lineAt(index), `forbidden wording ‘${hit}’`, expected, write);
          }
        }
      },
    };
  },
};

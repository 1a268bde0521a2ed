import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../i18n/locales.ts';
import { memo } from '../../../memo.ts';
import { anyOf, anyWord, covers, matchesIn, type Rule, wordPattern } from '../rule.ts';

/** Words that content/wording.yml forbids. */
export const wording: Rule = {
  name: 'wording',
  checks: ({ wording: rows }) => {
    const forbidden = memo((locale: Locale) => {
      const shared = LOCALES[locale].overlay ? (rows[DEFAULT_LOCALE] ?? []).filter(({ own }) => !own) : [];
      const words = [...shared, ...(rows[locale] ?? [])].map(({ word = '', pattern, ...row }) => ({
        ...row,
        word,
        isWord: pattern === undefined,
        pattern: pattern === undefined ? wordPattern(word) : new RegExp(pattern, 'giu'),
        expected: pattern === undefined ? `copy without ‘${word}’` : 'copy without it',
      }));
      const kinds = Object.groupBy(words, ({ isWord }) => (isWord ? 'words' : 'patterns'));
      return {
        words,
        anyWord: anyWord((kinds.words ?? []).map(({ word }) => word)),
        anyPattern: anyOf((kinds.patterns ?? []).map(({ pattern }) => pattern)),
      };
    });
    return {
      words({ text, lineAt }, locale, report) {
        const { words, anyWord, anyPattern } = forbidden(locale);
        if (!anyWord.test(text.toLowerCase()) && !anyPattern.test(text)) return;
        for (const { pattern, expected, write, except = [] } of words) {
          for (const { 0: hit, index } of matchesIn(text, pattern)) {
            if (isReproved(text, index, hit.length)) continue;
            if (except.some((phrase) => covers(text, phrase, index, hit.length))) continue;
            report(lineAt(index), `forbidden wording ‘${hit}’`, expected, write);
          }
        }
      },
    };
  },
};

/** Before a quotation mark and behind one: who says so is a swindler. */
const CLAIMS = /(?:声称|宣称|号称|自称|谎称|标榜|聲稱|宣稱|號稱|自稱|謊稱|標榜)(?:是|有|能)?[“「][^“”「」]*$/;
const REPROVED =
  /^[^“”「」]*[”」](?:と|などと|といった|という)[^。]{0,24}(?:勧誘|広告|業者|手口|話|連絡|詐欺|投稿|ご注意|注意して|信じない)/;

/** True for words that a text quotes to warn of them: 凡声称“…”的都不可信, 「…」という勧誘にご注意ください. */
const isReproved = (text: string, index: number, length: number) =>
  CLAIMS.test(text.slice(0, index)) ||
  (/「[^「」]*$/.test(text.slice(0, index)) && REPROVED.test(text.slice(index + length)));

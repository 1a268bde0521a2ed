import { join } from 'node:path';
import { contentFiles, mdxFiles, readText } from '../../../catalogue/content.ts';
import type { Mending, Report } from '../../../catalogue/problem.ts';
import { LOCALE_IDS } from '../../../i18n/locales.ts';
import type { Rule } from '../rule.ts';

// cspell:disable
/** Letters that UTF-8 shows where it is read as Windows-1252, Shift JIS or GBK. */
const GARBLED =
  /(?:[ÃÂ][\u0080-\u00bf]|â(?:€|„|ˆ|†)[\u0080-\u02ff\u2010-\u203a€™]?|[ãäåæçèé][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a€™][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a€™]|ï¼[\u0080-\u00bf]?)+|縺.縺|繧.繧|锟斤拷|烫烫烫/gu;
const LOST = /\uFFFD+/g;
/** What no reader sees. U+FE0F stays: it makes a sign an emoji. */
const HIDDEN =
  /(?:(?!\ufe0f|[\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufffc])+/gu;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]+/g;
/** What garbled letters begin with: what follows is a part of them. */
const BEGINS = /[ÃÂâãäåæçèéï]/;
// cspell:enable
const ANY = new RegExp([GARBLED, LOST, HIDDEN, SPACES].map(({ source }) => source).join('|'), 'u');

/** No file has characters that nobody sees, that turn the direction of the text, or that a wrong encoding left. */
export const characters: Rule = {
  name: 'characters',
  files: /./,
  checks: ({ dir, unreadable }) => ({
    page({ raw }, report) {
      checkText(raw, report);
    },
    folder(reportIn) {
      const pages = new Set(
        LOCALE_IDS.flatMap((locale) => mdxFiles(locale, dir).map((name) => `${locale}/${name}.mdx`)),
      );
      for (const file of contentFiles(dir)) {
        if (!/\.(?:mdx|md|ya?ml|json|opml|csv)$/i.test(file) || unreadable.has(file) || pages.has(file)) continue;
        const text = readText(join(dir, file));
        const report = reportIn(file);
        const escapes = file.endsWith('.json') ? text.matchAll(/\\u([\da-f]{4})/gi) : [];
        for (const { 0: found, 1: code = '', index } of escapes) {
          if (!ANY.test(String.fromCharCode(Number.parseInt(code, 16)))) continue;
          const [line, mending] = [text.slice(0, index).split('\n').length, { start: index, end: index + 6, text: '' }];
          report(line, `an invisible character ${found}`, 'characters that readers see', 'remove it', mending);
        }
        checkText(text, report);
      }
    },
  }),
};

function checkText(text: string, report: Report): void {
  if (!ANY.test(text)) return;
  const tell = (index: number, what: string, expected: string, remedy: string, mending?: Mending) =>
    report(text.slice(0, index).split('\n').length, `${what} in ${near(text, index)}`, expected, remedy, mending);
  const change = (start: number, found: string, fixed: string) => ({ start, end: start + found.length, text: fixed });
  // Once a line: a wrong encoding loses many letters.
  for (const { index } of text.matchAll(/\uFFFD[^\n]*/g))
    tell(index, 'a lost letter �', 'letters', 'write the letter that belongs there');
  for (const { 0: found, index } of text.matchAll(GARBLED)) {
    // Letters before it may be a part that could not be read.
    const fixed = BEGINS.test(text.slice(Math.max(0, index - 2), index)) ? null : repaired(found);
    const remedy = fixed ? `write ${fixed}` : 'write the letters that belong there';
    tell(index, `garbled letters ‘${found}’`, 'letters', remedy, fixed ? change(index, found, fixed) : undefined);
  }
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (BEGINS.test(text[index - 1] ?? '')) continue;
    const what = `an invisible character ${nameOf(found)}`;
    tell(index, what, 'characters that readers see', 'remove it', change(index, found, ''));
  }
  for (const { 0: found, index } of text.matchAll(SPACES)) {
    if (BEGINS.test(text[index - 1] ?? '')) continue;
    tell(index, `an unusual space ${nameOf(found)}`, 'a space as typed', 'write a space', change(index, found, ' '));
  }
}

const nameOf = (text: string) =>
  [
    ...new Set(
      Array.from(text, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`),
    ),
  ].join(' ');

/** The words around a place, without what nobody sees. */
function near(text: string, index: number): string {
  const [from, to] = [text.lastIndexOf('\n', index - 1) + 1, text.indexOf('\n', index)];
  const line = text.slice(Math.max(from, index - 12), Math.min(to < 0 ? text.length : to, index + 13));
  return `‘${line.replace(HIDDEN, '').trim()}’`;
}

const BYTES = new Map(
  Array.from({ length: 128 }, (_, index) => {
    const byte = index + 128;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }),
);

/** What UTF-8 letters were before Windows-1252 showed them; null if they cannot be brought back. */
function repaired(text: string): string | null {
  const bytes = Array.from(text, (char) => BYTES.get(char));
  if (bytes.some((byte) => byte === undefined)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]));
  } catch {
    return null;
  }
}

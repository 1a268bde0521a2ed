/** Rules for words, wherever they stand: pages, messages, the glossary. */

import { escaped, type Report } from '../../catalogue/problem.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import type { Known } from './known.ts';
import { OBJECT, type Passage } from './tree.ts';

export const isCjk = (locale: Locale) => /^(ja|zh)/.test(LOCALES[locale].lang);

const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const MARK = '[、。「」『』（）！？，：；．]';
const WIDE = `(?:${LETTER}|${MARK})`;
/** Between letters of Japanese or Chinese; a full stop before one may end a Latin abbreviation. */
const HALF_WIDTH = new RegExp(`(?<=${WIDE})["',.;:!?()]|[",;:!?()](?=${WIDE})`, 'gu');
const SPACE = new RegExp(
  `(?<=${WIDE})[ \\t\\u3000]*\\n?[ \\t\\u3000]+(?=[\\p{L}\\p{N}${OBJECT}]|${MARK})|` +
    `(?<=[\\p{L}\\p{N}${OBJECT}])[ \\t\\u3000]+(?=${WIDE})|(?<=${WIDE})\\n(?=${WIDE})`,
  'gu',
);

/** The full-width marks that a locale writes for the half-width ones. */
function fullWidth(mark: string, locale: Locale): string {
  if (mark === '"' || mark === "'") return locale === 'cn' ? '“ ”' : '「 」';
  if (mark === ',') return locale === 'ja' ? '、' : '，';
  return lookUp({ '.': '。', ';': '；', ':': '：', '!': '！', '?': '？', '(': '（', ')': '）' }, mark) ?? mark;
}

export function checkPassage(passage: Passage, locale: Locale, known: Known, report: Report): void {
  checkWording(passage, locale, known, report);
  checkFigures(passage, locale, known, report);
  if (!isCjk(locale)) return;
  checkPunctuation(passage, locale, report);
  checkSpacing(passage, report);
}

function checkPunctuation({ text, lineAt }: Passage, locale: Locale, report: Report): void {
  for (const { 0: mark, index } of text.matchAll(HALF_WIDTH)) {
    const wide = fullWidth(mark, locale);
    report(
      lineAt(index),
      'punctuation',
      `half-width ${mark} in ${around(text, index, 1)}`,
      `full-width ${wide}`,
      `write ${wide}`,
    );
  }
}

function checkSpacing({ text, lineAt }: Passage, report: Report): void {
  for (const { 0: space, index } of text.matchAll(SPACE)) {
    const broken = space.includes('\n');
    report(
      lineAt(index),
      'spacing',
      `${broken ? 'line break' : 'space'} typed by hand in ${around(text, index, space.length)}`,
      'no space: browsers set the distance between scripts themselves',
      broken ? 'write the paragraph on one line' : 'remove the space',
    );
  }
}

/** Words that content/wording.yml forbids, and words for a term that the glossary names otherwise. */
function checkWording({ text, lineAt }: Passage, locale: Locale, known: Known, report: Report): void {
  if (!known.anyWord(locale).test(text)) return;
  for (const { word, pattern, write, except } of known.forbidden(locale)) {
    for (const { 0: hit, index } of text.matchAll(pattern)) {
      if (except.some((phrase) => covers(text, phrase, index, hit.length))) continue;
      report(lineAt(index), 'wording', `forbidden wording ‘${hit}’`, `copy without ‘${word}’`, write);
    }
  }
  for (const { word, pattern, term } of known.otherWords(locale)) {
    for (const { 0: hit, index } of text.matchAll(pattern)) {
      if (covers(text, term, index, hit.length)) continue;
      report(lineAt(index), 'term', `‘${hit}’ is not the term of ${locale}`, `‘${term}’`, `write ${term} for ${word}`);
    }
  }
}

/** A figure that content/facts.yml holds: beside the words that make it that figure, or a price as it is written. */
function checkFigures({ text, lineAt }: Passage, locale: Locale, known: Known, report: Report): void {
  if (!/\d/.test(text)) return;
  for (const { id, pattern, beside, shown } of known.figures(locale)) {
    for (const { 0: hit, index } of text.matchAll(pattern)) {
      if (beside && !beside.test(clauseAround(text, index, hit.length))) continue;
      report(
        lineAt(index),
        'figure',
        `the figure ${hit} is typed by hand`,
        `the figure of facts.yml, ${shown}`,
        `write <Fact id="${id}" />`,
      );
    }
  }
}

/** True where one of the phrase's places in the text covers a hit. */
function covers(text: string, phrase: string, index: number, length: number): boolean {
  return [...text.matchAll(new RegExp(escaped(phrase), 'giu'))].some(
    (match) => match.index <= index && match.index + phrase.length >= index + length,
  );
}

/** What belongs to a figure: its clause, and of that no more than a short way on either side. */
function clauseAround(text: string, index: number, length: number): string {
  const before = /[^。！？；，、,;:：]{0,24}$/u.exec(text.slice(0, index))?.[0] ?? '';
  const after = /^[^。！？；，、,;:：]{0,32}/u.exec(text.slice(index + length))?.[0] ?? '';
  return `${before.replace(/^.*[.!?] /su, '')} ${after.replace(/[.!?] .*$/su, '')}`;
}

function around(text: string, index: number, length: number): string {
  return `‘${text
    .slice(Math.max(0, index - 6), index + length + 6)
    .replaceAll(OBJECT, '…')
    .replaceAll('\n', '⏎')}’`;
}

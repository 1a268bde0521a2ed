import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { around } from '../passages.ts';
import { isCjk, type Rule } from './rule.ts';
import { WIDE } from './spacing.ts';

/** Half-width marks beside a wide character. A full stop before one is allowed: it may end a Latin abbreviation. */
const HALF_WIDTH = new RegExp(`(?<=${WIDE})["',.;:!?()]|[",;:!?()](?=${WIDE})`, 'gu');

/** Japanese and Chinese use full-width marks. */
export const punctuation: Rule = {
  name: 'punctuation',
  checks: () => ({
    words({ text, lineAt }, locale, report) {
      for (const { 0: mark, index } of isCjk(locale) ? text.matchAll(HALF_WIDTH) : []) {
        const wide = fullWidth(mark, locale);
        report(lineAt(index), `half-width ${mark} in ${around(text, index, 1)}`, `full-width ${wide}`, `write ${wide}`);
      }
    },
  }),
};

/** The full-width marks that a locale writes for a half-width one. */
function fullWidth(mark: string, locale: Locale): string {
  if (mark === '"' || mark === "'") return locale === 'cn' ? '“ ”' : '「 」';
  if (mark === ',') return locale === 'ja' ? '、' : '，';
  return lookUp({ '.': '。', ';': '；', ':': '：', '!': '！', '?': '？', '(': '（', ')': '）' }, mark) ?? mark;
}

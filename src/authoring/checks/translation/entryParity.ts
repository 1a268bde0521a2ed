import { PLACEHOLDER } from '../../../catalogue/mails.ts';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../../i18n/locales.ts';
import { asWritten } from '../../parity/blockParity.ts';
import { compareNumbers, isMoney } from '../../parity/numberParity.ts';
import type { Quantity } from '../../parity/numbers.ts';
import { compiledOrFault, variantsOf } from '../../reading/icuFiles.ts';
import { entriesOf, wordFile, wordNames } from '../../translation/words.ts';
import { isCjk, type Rule } from '../rule.ts';
import { FOREIGN } from './translation.ts';

/** Messages, mails and the words of tables have no other number than the English ones, and are no longer English. */
export const entryParity: Rule = {
  name: 'translation',
  checks: ({ dir, unreadable }) => ({
    folder(reportIn) {
      for (const name of wordNames(dir)) {
        const english = new Map(entriesOf(name, DEFAULT_LOCALE, dir).map(({ id, shown }) => [id, shown]));
        for (const locale of LOCALE_IDS.filter(isCjk)) {
          const file = wordFile(name, locale);
          if (unreadable.has(file)) continue;
          for (const entry of entriesOf(name, locale, dir)) {
            const source = english.get(entry.id);
            if (source === undefined) continue;
            const tell = (what: string, line = entry.line, near = '') =>
              reportIn(file)(line, what, `‘${around(source, near)}’ (en-US)`, 'write what the English text says');
            if (
              (source === entry.shown && SENTENCE.test(source)) ||
              (FOREIGN.test(entry.shown) && FOREIGN.test(textOf(entry.shown, file)))
            )
              tell(`the words of ${entry.id} are still English`);
            if (!MAY_COUNT.test(source)) continue;
            const [before, after] = [textOf(source, file), textOf(entry.shown, file)];
            const { lost, foreign } = compareNumbers([before, DEFAULT_LOCALE], [after, locale], false);
            const changed = foreign.filter(
              (other) => isAmount(other) && lost.some((quantity) => isChanged(quantity, other)),
            );
            const instead = lost.filter(
              (quantity) => isAmount(quantity) && changed.some((other) => isChanged(quantity, other)),
            );
            if (!instead[0]) continue;
            const above = file.endsWith('.md')
              ? after.slice(0, changed[0]?.index).trimStart().split('\n').length - 1
              : 0;
            const what = `${entry.id}: ${asWritten(changed).join(', ')} instead of ${asWritten(instead).join(', ')}`;
            tell(what, entry.line + above, instead[0].text);
          }
        }
      }
    },
  }),
};

/** Texts that may contain a number: only these are compared by number, and most messages are not among them. */
const MAY_COUNT = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;

/** Finds a sentence ('There is no page') by two lowercase words in a row, which a name ('Google Play') does not have. */
const SENTENCE = /^[^©]*\p{Ll}{2,} \p{Ll}{2,}/u;

/** The words of a text around a number. */
function around(text: string, near: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  const start = Math.max(0, flat.indexOf(near) - 40);
  return `${start > 0 ? '…' : ''}${flat.slice(start, start + 80)}${flat.length > start + 80 ? '…' : ''}`;
}

/** A message in the form for any number, a mail without its placeholders. */
function textOf(text: string, file: string): string {
  if (!file.endsWith('.json')) return text.replace(PLACEHOLDER, ' ');
  const compiled = compiledOrFault(text);
  return typeof compiled === 'string' ? '' : (variantsOf(compiled.message).at(-1) ?? '');
}

/** Not the name of something: the share 7203 in Tokyo is another one in Taipei. */
const isAmount = ({ text, unit }: Quantity) => unit !== null || !/^\d{4,}$/.test(text);

/** A short text may leave a number out or have one more, but another one in its place is a mistake. */
const isChanged = (quantity: Quantity, other: Quantity) => {
  if (quantity.value === other.value || quantity.unit === other.unit) return true;
  return [quantity, other].some(({ unit }) => unit === null) && ![quantity, other].some(({ unit }) => isMoney(unit));
};

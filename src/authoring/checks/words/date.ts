import { lookUp } from '../../../lookUp.ts';
import { around } from '../../reading/passages.ts';
import { matchesIn, type Rule } from '../rule.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;

/** How dates are written, with year, month and day in groups of these names. */
const PATTERNS = [
  /(?<![\d-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?![\d-])/g,
  /(?:(?<year>\d{4})年)?(?<![\d.])(?<month>\d{1,2})月(?<day>\d{1,2})[日号號]/g,
  new RegExp(`\\b(?<month>${MONTH}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:, (?<year>\\d{4}))?(?![\\d:.])`, 'gi'),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)? (?<month>${MONTH})(?: (?<year>\\d{4}))?\\b`, 'gi'),
];

/** Today, wherever on earth it began first. */
const LATEST = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Of what somebody has done: the fields of each entry, and where the entries are. */
const DONE = [
  { file: 'facts.yml', within: [], fields: ['checked', 'asOf'] },
  { file: 'jurisdictions.yml', within: ['sources'], fields: ['checked', 'asOf'] },
];

const isToCome = (day: unknown): day is string =>
  typeof day === 'string' && !Number.isNaN(Date.parse(day)) && day > LATEST;

/** Every date in the text is a day of the calendar, and nothing was checked or stated on a day that is still to come. */
export const date: Rule = {
  name: 'date',
  checks: ({ table }) => ({
    page({ frontMatter, lineOf }, report) {
      const { reviewed } = frontMatter;
      if (isToCome(reviewed)) report(lineOf(['reviewed']), ...toCome('reviewed', reviewed));
    },
    folder(reportIn) {
      for (const { file, within, fields } of DONE) {
        const written = table(file);
        const entries = within.reduce((value: unknown, key) => lookUp(Object(value), key), written?.value);
        for (const [id, entry] of Object.entries(Object(entries) as Record<string, unknown>)) {
          for (const field of fields) {
            const day = lookUp(Object(entry), field);
            if (isToCome(day)) reportIn(file)(written?.lineOf([...within, id, field]) ?? 1, ...toCome(field, day));
          }
        }
      }
    },
    words({ text, lineAt }, _locale, report) {
      if (!/\d/.test(text)) return;
      for (const pattern of PATTERNS) {
        for (const { 0: found, index, groups } of matchesIn(text, pattern)) {
          const month =
            Number(groups?.month) ||
            MONTHS.findIndex((name) => name.startsWith(String(groups?.month).slice(0, 3).toLowerCase())) + 1;
          const day = Number(groups?.day);
          // A year that is not said may be a leap year.
          const last = new Date(Date.UTC(Number(groups?.year ?? 2024), month, 0)).getUTCDate();
          if (month >= 1 && month <= 12 && day >= 1 && day <= last) continue;
          const what = `‘${found}’ is no day of the calendar, in ${around(text, index, found.length)}`;
          report(lineAt(index), what, 'a day that exists', 'correct the date');
        }
      }
    },
  }),
};

const toCome = (field: string, day: string): [what: string, expected: string, remedy: string] => [
  `${field}: ${day} is still to come`,
  field === 'asOf' ? 'the day since which it holds' : 'the day on which somebody did it',
  'correct the date',
];

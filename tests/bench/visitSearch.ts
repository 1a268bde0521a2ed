/** What bench:visit measures of the search: what the first one loads, and how soon it answers. */
import type { Locale } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { type Searched, searched } from './visitPages.ts';

/** Two queries in each language, of which the second needs one or two more pieces of the index. */
const QUERIES = {
  'en-US': ['options', 'option writer'],
  ja: ['オプション', 'オプション取引'],
} as const satisfies Partial<Record<Locale, readonly [string, string]>>;

/** Bytes; milliseconds from a query to its first result. */
const GOALS = { bytes: 200_000, cold: 1_000, warm: 300 };

/** Prints the medians of `rounds`, and returns each figure beside its goal. */
export async function benchSearch(site: string, page: string, rounds: number) {
  const figures: { what: string; value: number; goal: number }[] = [];
  for (const [locale, queries] of Object.entries(QUERIES)) {
    const all: Searched[] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push(await searched(site + localize(page, locale as Locale), queries));
    }
    const median = (of: keyof Searched) =>
      Math.round(all.map((one) => one[of]).toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN);
    console.log(
      `  search ${locale}: ${median('opened')} ms to the field, ${median('cold')} and ${median('warm')} to results`,
    );
    for (const [name, goal] of Object.entries(GOALS)) {
      figures.push({ what: `${name} of a search in ${locale}`, value: median(name as keyof typeof GOALS), goal });
    }
  }
  return figures;
}

/**
 * Writes content/publicHolidays.json: `npm run generate -- holidays`. Run it when a year is added or when content/exchanges.yml
 * names a new country as a base. The result is committed, so that a build depends neither on the package nor on today's
 * date. The days come from date-holidays: a country's public and bank holidays, which differ from those of an exchange.
 */
import { writeFile } from 'node:fs/promises';
import Holidays from 'date-holidays';
import { baseCountries, PUBLIC_HOLIDAYS_FILE } from '../catalogue/exchanges.ts';

const YEARS = [2026, 2027, 2028];

const countries = baseCountries().map((code) => {
  const [country = '', state] = code.split('-');
  const calendar = state ? new Holidays(country, state) : new Holidays(country);
  return [code, Object.fromEntries(YEARS.map((year) => [year, daysOf(calendar, year).join(' ')]))] as const;
});
await writeFile(PUBLIC_HOLIDAYS_FILE, `${JSON.stringify(Object.fromEntries(countries), null, 2)}\n`);

/** Month and day of each holiday of a year. A holiday of several days, such as a feast, counts with each of them. */
function daysOf(calendar: Holidays, year: number): string[] {
  const days = (calendar.getHolidays(year) ?? [])
    .filter(({ type }) => type === 'public' || type === 'bank')
    .flatMap(({ date, start, end }) => {
      const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
      const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
      return Array.from({ length }, (_, day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10));
    })
    .filter((day) => day.startsWith(`${year}-`));
  return [...new Set(days)].sort().map((day) => day.slice(5));
}

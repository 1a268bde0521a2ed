/** Times of day are written by one rule, for readers, members and in mails. */
import { expect, it } from 'vitest';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { instantIn } from '../../../src/islands/time.ts';
import { dayAndTime, timeOfDay } from '../../../src/markets/times.ts';
import { timeIn } from '../../../src/server/users/mails.ts';

it.each(LOCALE_IDS)('in %s', (locale) => {
  const { lang } = LOCALES[locale];
  for (const at of ['2026-11-28T05:20:00Z', '2026-11-28T00:05:00Z', '2026-11-28T17:20:00Z']) {
    const end = `${timeOfDay(Date.parse(at), lang, 'UTC')} UTC`;
    const shown = [dayAndTime(at, lang, 'UTC'), instantIn(lang, 'UTC')(at), timeIn(locale, new Date(at))];
    expect(shown.map((text) => text.slice(-end.length - 1))).toEqual(shown.map(() => ` ${end}`));
  }
});

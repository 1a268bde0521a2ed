/** The built map of exchanges: the table is in the page, the calendars are in a separate file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allExchanges, calendarFile, cityName, exchangeName } from '../../src/catalogue/exchanges.ts';
import { UNCONFIRMED_MARK } from '../../src/components/drawings/exchanges/live/words.ts';
import { localOrder } from '../../src/i18n/homeMarkets.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { clockText } from '../../src/markets/zone.ts';
import { headersFor } from '../../src/server/hosting.ts';
import { all, byRole, byTag, type Element, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();
const { address, json } = calendarFile();
const withClass = (within: Element, name: string) =>
  all(within, ({ attribs }) => attribs.class?.split(' ').includes(name) ?? false)[0] as Element;

it('the calendars are one file, cached for ever under the hash of what it holds', () => {
  expect([...built.files].filter((file) => /exchanges.*\.json$/.test(file))).toEqual([address.slice(1)]);
  const content = readFileSync(join(built.dir, address), 'utf8');
  expect(content).toBe(json);
  expect(address).toContain(createHash('sha256').update(content).digest('hex').slice(0, 10));
  expect(headersFor(built.headers, address)['Cache-Control']).toContain('immutable');
});

describe.each(built.locales)('the home page in %s', (locale) => {
  const page = pageAt(built, localize('/', locale));
  const t = translator(locale);
  const [body] = byTag(page.document, 'body');
  const figure = withClass(body as Element, 'exchanges');

  it('names the file and holds none of it', () => {
    expect(page.html).toContain(address);
    expect(page.html).not.toMatch(/20\d\d-\d\d-\d\d.{0,10}20\d\d-\d\d-\d\d/);
  });

  it('has a row for each exchange: name, city, hours with the midday break, time zone, and a place for the status', () => {
    const rows = byRole(figure, 'row').slice(1);
    expect(rows).toHaveLength(allExchanges().length);
    for (const [index, exchange] of localOrder(allExchanges(), locale).entries()) {
      const { mic, city, calendar } = exchange;
      const { name, english } = exchangeName(exchange, locale);
      const cells = byRole(rows[index] as Element, 'rowheader', 'cell');
      expect(textOf(cells[0])).toBe(name);
      expect(cells[0]?.attribs.lang, mic).toBe(english ? 'en' : undefined);
      expect(textOf(cells[1])).toBe(cityName(city, locale));
      for (const [opens, closes] of calendar.week.flat()) {
        for (const minutes of [opens, closes]) {
          const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
          expect(textOf(cells[2]), mic).toContain(clockText(clock, LOCALES[locale].lang).replace('\u00a0', ' '));
        }
      }
      const hasBreak = calendar.week.some((sessions) => sessions.length > 1);
      const label = t('figure.exchanges.breakHours', { hours: '' }).trim();
      expect(textOf(cells[2]).includes(label), mic).toBe(hasBreak);
      expect(textOf(cells[3]), mic).toMatch(/^UTC/);
      expect(cells[4]?.attribs['data-mic']).toBe(mic);
      expect(textOf(cells[4])).toBe(calendar.confirmed ? '' : UNCONFIRMED_MARK);
    }
  });

  it('has a dot for each city, with the exchanges there', () => {
    const mics = all(figure, ({ attribs }) => 'data-mics' in attribs).flatMap(
      ({ attribs }) => attribs['data-mics']?.split(' ') ?? [],
    );
    expect(mics.sort()).toEqual(
      allExchanges()
        .map(({ mic }) => mic)
        .sort(),
    );
  });
});

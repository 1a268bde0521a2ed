/** Questions in five languages, asked by an agent over HTTP: the tools name the page that answers, and it can be read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allExchanges } from '../../src/catalogue/exchanges.ts';
import { seriesRows } from '../../src/catalogue/officialSeries.ts';
import { LOCALE_IDS, type Locale } from '../../src/i18n/locales.ts';
import { localize, markdownPath } from '../../src/i18n/urls.ts';
import { marketState } from '../../src/markets/clock.ts';
import type { Database } from '../../src/server/db/database.ts';
import { fillFromContent } from '../../src/server/series/fillFromContent.ts';
import { testDatabase } from '../helpers/database/database.ts';
import { site } from '../helpers/dist.ts';
import { column } from '../helpers/feeds/series.ts';
import { type ServedApi, serveApi } from '../helpers/server/api.ts';
import { type Agent, agentOn } from '../helpers/server/mcp.ts';

interface Question {
  ask: string;
  tool: string;
  given: Record<string, string>;
  source: string;
}
const QUESTIONS: Record<Locale, Question[]> = parse(readFileSync('tests/fixtures/questions.yml', 'utf8'));
/** Among so many first results of a search the page must be. */
const FIRST = 3;
const NOW = new Date('2026-11-27T08:30:00Z');

const built = site();
const origin = built.settings.SITE_URL;
let database: Database;
let api: ServedApi;
let agent: Agent;

beforeAll(async () => {
  database = await testDatabase();
  const rows = seriesRows();
  api = await serveApi({
    database,
    env: { DIST: built.dir },
    news: { site: origin },
    users: { now: () => NOW },
    series: { rows, now: () => NOW, fill: (orm, store) => fillFromContent(rows, 'content', { orm, store }) },
  });
  await api.series.filled;
  agent = await agentOn(api.port);
  return async () => {
    await agent.client.close();
    await api.stop();
    await database.close();
  };
});

const answer = async (tool: string, given: object) => {
  const { text, failed } = await agent.call(tool, given);
  expect(failed, text).toBe(false);
  return JSON.parse(text);
};

it('has twenty questions, four in each language', () => {
  expect(Object.entries(QUESTIONS).map(([locale, list]) => [locale, list.length])).toEqual(
    LOCALE_IDS.map((locale) => [locale, 4]),
  );
});

describe.each(LOCALE_IDS)('in %s', (locale) => {
  it.each(QUESTIONS[locale])('$ask', async ({ tool, given, source }) => {
    const found = await answer(tool, { ...given, locale });
    const expected = origin + localize(source, locale);
    const items: { source: string }[] = found.results ?? found.terms ?? found.calls ?? [found];
    expect(items.slice(0, FIRST).map((one) => one.source)).toContain(expected);

    const { pathname } = new URL(expected);
    const { text, failed } = await agent.call('page', { page: expected });
    const file = readFileSync(join(built.dir, markdownPath(pathname)), 'utf8');
    expect(failed, text).toBe(false);
    expect(text.startsWith(`Source: ${origin}${pathname}\n\n${file.slice(0, 1000)}`)).toBe(true);
  });
});

it('the newest value of a series is that of its file, with its day and publisher', async () => {
  const { series } = await answer('series', { find: 'fed-monthly-usd-jpy', locale: 'ja' });
  const [month, value] = column('fxMonthly', 'USD/JPY').at(-1) ?? [];
  const row = seriesRows().find(({ id }) => id === 'fed-monthly-usd-jpy');
  expect(series).toHaveLength(1);
  expect(series[0]).toMatchObject({ day: `${month}-01`, publisher: row?.publisher.names.ja, publishedAt: row?.page });
  expect(Number(series[0].value)).toBe(value);
});

it('the hours of an exchange are those of its calendar at present', async () => {
  const { exchanges, now } = await answer('exchange_hours', { exchange: 'Tokyo' });
  expect(now).toBe(NOW.toISOString());
  const known = allExchanges().filter(({ city }) => city === 'tokyo');
  expect(exchanges.map(({ mic }: { mic: string }) => mic)).toEqual(known.map(({ mic }) => mic));
  for (const [at, { calendar }] of known.entries()) {
    const { open, reason, changesAt, confirmed } = marketState(calendar, NOW.getTime());
    expect(exchanges[at]).toMatchObject({ open, reason, confirmedByExchange: confirmed });
    expect(Date.parse(exchanges[at].nextChange.at)).toBe(changesAt);
  }
});

it('a call of the reference comes with its parameters and every shape that it names', async () => {
  const found = await answer('api_reference', { find: 'latestRates' });
  expect(found.call.parameters.map(({ name }: { name: string }) => name)).toEqual(['base', 'kind']);
  const names = [...JSON.stringify(found).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name);
  expect(Object.keys(found.components?.schemas ?? {})).toEqual(expect.arrayContaining(names));
});

it('a long page is read in parts, which are the whole of it', async () => {
  const page = '/service/developer/reference';
  const whole = readFileSync(join(built.dir, markdownPath(page)), 'utf8');
  let read = '';
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { text } = await agent.call('page', { page, from });
    const [, part = '', next] =
      /^Source: \S+\n\n(.*?)(?:\n\n\[The page goes on: ask with from (\d+), of \d+ characters\.\])?$/s.exec(text) ?? [];
    read += part;
    from = next === undefined ? undefined : Number(next);
  }
  expect(read.length).toBeGreaterThan(100_000);
  expect(read).toBe(whole);
});

it('no line of the log tells what was asked', () => {
  const log = JSON.stringify(api.log);
  expect(log).toContain('/api/mcp');
  for (const { given } of Object.values(QUESTIONS).flat()) {
    for (const asked of Object.values(given)) expect(log).not.toContain(asked);
  }
});

/** How fast pages were: what is taken of browsers, what is kept of it and how long, what the operator reads. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { METRICS, VITALS_PATH } from '../../../src/contract/vitals.ts';
import { ROUTES } from '../../../src/routes.ts';
import { BODY_LIMITS } from '../../../src/server/bodies.ts';
import { rateLimits, vitals } from '../../../src/server/db/schema.ts';
import { PER_MINUTE } from '../../../src/server/shared/reports.ts';
import { CLASSES, classOf, quantile } from '../../../src/server/vitals/classes.ts';
import { countFigures, tidyVitals, weekOf } from '../../../src/server/vitals/vitals.ts';
import { adminOn } from '../../helpers/command.ts';
import { database, serving, withApi } from '../../helpers/server/apiTest.ts';

withApi();
let served: Awaited<ReturnType<typeof serving>>;
const operator = adminOn(() => ({ orm: database.orm, dataDir: '.', site: 'https://www.example.com' }), '--by', 'Mika');
const rows = () => database.orm.select().from(vitals);
const FIGURES = { LCP: 1234.5, INP: 56, CLS: 0.0123, TTFB: 89.9 };
const send = (body: unknown, headers: Record<string, string> = {}) =>
  served.ask(VITALS_PATH, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
/** Sends one after the other: more than four at a time are refused. */
async function statuses(bodies: readonly unknown[]): Promise<number[]> {
  const found = [];
  for (const body of bodies) found.push((await send(body)).status);
  return found;
}

afterEach(async () => {
  await database.orm.delete(vitals);
  await database.orm.delete(rateLimits);
});

describe('figures', () => {
  // Each test has a server of its own, which counts a network anew; with Postgres, its counts are in the database.
  beforeEach(async () => {
    served = await serving({ database, countsVitals: true });
  });

  it('are kept as counts by week, kind of page and class of values, and as nothing else', async () => {
    const lesson = { kind: 'lesson', figures: FIGURES };
    expect(await statuses([lesson, { kind: 'home', figures: { CLS: 0 } }, lesson])).toEqual([204, 204, 204]);
    const week = weekOf(new Date());
    const kept = new Map((await rows()).map((row) => [`${row.kind} ${row.metric}`, row]));
    expect(Object.fromEntries(kept)).toEqual({
      'home CLS': { week, kind: 'home', metric: 'CLS', least: 0, count: 1 },
      'lesson LCP': { week, kind: 'lesson', metric: 'LCP', least: 1200, count: 2 },
      'lesson INP': { week, kind: 'lesson', metric: 'INP', least: 48, count: 2 },
      'lesson CLS': { week, kind: 'lesson', metric: 'CLS', least: 10, count: 2 },
      'lesson TTFB': { week, kind: 'lesson', metric: 'TTFB', least: 50, count: 2 },
    });
  });

  it('are taken of each kind of page that the table of routes has', async () => {
    const kinds = [...new Set(ROUTES.map(({ kind }) => kind)), 'help'];
    expect(await statuses(kinds.map((kind) => ({ kind, figures: FIGURES })))).toEqual(kinds.map(() => 204));
    expect(new Set((await rows()).map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it('that are too large, negative or none, of another page or with anything else are refused', async () => {
    const refused = [
      { kind: 'lesson', figures: { LCP: 600_001 } },
      { kind: 'lesson', figures: { TTFB: -1 } },
      { kind: 'lesson', figures: { CLS: 101 } },
      { kind: 'lesson', figures: { INP: '56' } },
      '{"kind":"lesson","figures":{"INP":1e999}}',
      { kind: 'lesson', figures: {} },
      { kind: 'lesson', figures: { ...FIGURES, FCP: 1 } },
      { kind: 'lesson', figures: FIGURES, path: '/service/forex' },
      { kind: 'constructor', figures: FIGURES },
      { kind: '/service/forex', figures: FIGURES },
      { figures: FIGURES },
      '[]',
      '{',
      '',
    ];
    expect(await statuses(refused)).toEqual(refused.map(() => 400));
    const long = `{"kind":"lesson","figures":{"LCP":1},"x":"${'x'.repeat(BODY_LIMITS.report.bytes)}"}`;
    // Pages of other sites may send text without asking.
    const text = await send({ kind: 'lesson', figures: FIGURES }, { 'content-type': 'text/plain' });
    const others = [text, await send(long), await served.ask(VITALS_PATH)];
    expect(others.map(({ status }) => status)).toEqual([415, 413, 405]);
    expect(await rows()).toEqual([]);
  });

  it('are not counted where the browser says Do Not Track or Global Privacy Control', async () => {
    const body = { kind: 'lesson', figures: FIGURES };
    for (const header of ['dnt', 'sec-gpc']) expect((await send(body, { [header]: '1' })).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect((await send(body, { dnt: '0' })).status).toBe(204);
    expect(await rows()).toHaveLength(4);
  });

  it('are limited by network', async () => {
    const sent = Array.from({ length: PER_MINUTE + 1 }, (_, at) => ({ kind: 'lesson', figures: { INP: at * 50 } }));
    expect(await statuses(sent)).toEqual([...Array(PER_MINUTE).fill(204), 429]);
  });

  it('are taken nowhere unless the operator has said so', async () => {
    served = await serving({ database });
    expect((await send({ kind: 'lesson', figures: FIGURES })).status).toBe(404);
  });

  it('of weeks that are too old go', async () => {
    const now = new Date('2026-11-28T12:00:00Z');
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-28']) {
      await countFigures(database.orm, { kind: 'home', figures: { LCP: 1 } }, new Date(day));
    }
    // Twelve days ago it was Monday, the 16th.
    expect(await tidyVitals(database.orm, 12, now)).toBe(1);
    expect((await rows()).map(({ week }) => week).sort()).toEqual(['2026-11-16', '2026-11-23']);
  });
});

it.each([
  ['2026-11-22T23:59:59Z', '2026-11-16'],
  ['2026-11-23T00:00:00Z', '2026-11-23'],
  ['2027-01-03T12:00:00Z', '2026-12-28'],
])('%s is in the week of %s', (at, week) => {
  expect(weekOf(new Date(at))).toBe(week);
});

describe('classes', () => {
  it.each(METRICS)('of %s rise, begin at 0 and have the limits of good and poor', (metric) => {
    const limits = { LCP: [2500, 4000], INP: [200, 500], CLS: [100, 250], TTFB: [800, 1800] }[metric];
    expect(CLASSES[metric]).toEqual([...new Set([0, ...CLASSES[metric], ...limits])].toSorted((a, b) => a - b));
    expect(classOf(metric, 100_000)).toBe(CLASSES[metric].at(-1));
  });

  it('tell the value below which a share of what was counted lies', () => {
    const counts = new Map([
      [200, 2],
      [400, 4],
      [2000, 2],
    ]);
    expect([0.25, 0.5, 0.75, 1].map((share) => quantile('LCP', counts, share))).toEqual([400, 500, 600, 2250]);
    expect(quantile('LCP', new Map([[20_000, 1]]), 0.5)).toBe(20_000);
    expect(quantile('LCP', new Map(), 0.5)).toBeNull();
  });

  it('tell the median of a thousand values to the width of a class', () => {
    const values = Array.from({ length: 1000 }, (_, index) => ((index * 7919) % 1000) * 4);
    const counts = new Map(
      [...Map.groupBy(values, (value) => classOf('LCP', value))].map(([at, of]) => [at, of.length]),
    );
    expect(Math.abs((quantile('LCP', counts, 0.5) ?? 0) - 2000)).toBeLessThan(10);
    expect(Math.abs((quantile('LCP', counts, 0.75) ?? 0) - 3000)).toBeLessThan(10);
  });
});

it('the operator reads median and p75 by week and kind of page, of as many weeks as they say', async () => {
  const today = new Date();
  const weekAgo = new Date(today.getTime() - 7 * 86_400_000);
  const none = await operator('vitals', 'weeks');
  expect(none).toHaveLength(1);
  expect(none[0]).toContain('VITALS_SHARE');
  await countFigures(database.orm, { kind: 'lesson', figures: { LCP: 900 } }, weekAgo);
  for (const LCP of [300, 500, 500, 2100]) {
    await countFigures(database.orm, { kind: 'lesson', figures: { LCP, CLS: 0.101 } }, today);
  }
  await countFigures(database.orm, { kind: 'home', figures: { TTFB: 60_000 } }, today);
  const [now, before] = [weekOf(today), weekOf(weekAgo)];
  const thisWeek = [
    `${now}  home  TTFB  1  10000 ms or more  10000 ms or more`,
    `${now}  lesson  LCP  4  500 ms  600 ms`,
    `${now}  lesson  CLS  4  0.113  0.119`,
  ];
  const head = 'week  kind  figure  page views  median  p75';
  expect(await operator('vitals', 'weeks')).toEqual([head, `${before}  lesson  LCP  1  900 ms  950 ms`, ...thisWeek]);
  expect(await operator('vitals', 'weeks', '--weeks', '1')).toEqual([head, ...thisWeek]);
  await expect(operator('vitals', 'weeks', '--weeks', '0')).rejects.toThrow('1 to 999');
});

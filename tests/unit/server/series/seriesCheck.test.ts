/** What `npm run admin -- series check` tells an operator. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkSeries } from '../../../../src/tools/seriesCheck.ts';
import { run } from '../../../helpers/command.ts';
import { type Publisher, startPublisher } from '../../../helpers/feeds/publisher.ts';

let publisher: Publisher;
beforeEach(async () => {
  publisher = await startPublisher();
});
afterEach(() => publisher.stop());

const check = async (now: string) =>
  checkSeries({ rows: publisher.rows, fetcher: publisher.fetcher, parallel: 2, now: new Date(now) });
const rates = { USD: '1.0850', JPY: '163.12', GBP: '0.8405' };

it('lists each address with its points and its newest day', async () => {
  publisher.newest = { '2026-11-20': rates };
  publisher.history = { '2026-11-19': rates, '2026-11-20': rates };
  const { lines, isGood } = await check('2026-11-23T12:00:00Z');
  expect(isGood).toBe(true);
  expect(lines.map((line) => line.replace(/\s+\d+$/, '').split(/\s{2,}/))).toEqual([
    ['series', 'state', 'points', 'newest', 'ms'],
    ['ecb-eur-usd', 'ok', '3', '2026-11-20'],
    ['ecb-eur-usd (longer)', 'ok', '6', '2026-11-20'],
    ['2 of 2 addresses of 2026-11-23 are in order'],
  ]);
});

it('names what is late, what cannot be read and what does not answer', async () => {
  publisher.newest = { '2026-11-20': { ...rates, GBP: '0,84' } };
  publisher.history = 404;
  const { lines, isGood } = await check('2026-11-26T15:00:00Z');
  expect(isGood).toBe(false);
  expect(lines.join('\n')).toContain('ecb-eur-usd: 3 working days late, the newest value is of 2026-11-20');
  expect(lines.join('\n')).toContain('GBP of 2026-11-20');
  expect(lines.join('\n')).toMatch(/status 404.*\n {2}open http.* in a browser; .*correct content\/series\.yml/);
  expect(lines.at(-1)).toMatch(/^0 of 2 /);
  publisher.newest = '<!doctype html><title>Maintenance</title>';
  expect((await check('2026-11-23T12:00:00Z')).lines.join('\n')).toMatch(/no series[\s\S]*Maintenance/);
});

it('says once that nothing can be reached', async () => {
  await publisher.stop();
  const { lines, isGood } = await check('2026-11-23T12:00:00Z');
  expect(isGood).toBe(false);
  expect(lines.filter((line) => line.includes('no connection'))).toHaveLength(2);
  expect(lines.filter((line) => /name server|in a browser/.test(line))).toHaveLength(1);
});

it('does not know a series without an address', async () => {
  const { code, err } = await run('series check', {}, 'fed-monthly-usd-jpy', 'nobody');
  expect([code, err]).toEqual([2, expect.stringContaining('fed-monthly-usd-jpy, nobody')]);
});

/** What browsers report of the content security policy: what is taken, what is kept of it, what the operator reads. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POLICY_REPORT_TYPE, POLICY_REPORTS_PATH } from '../../../src/contract/policyReports.ts';
import { BODY_LIMITS } from '../../../src/server/bodies.ts';
import { policyReports } from '../../../src/server/db/schema.ts';
import { countReport, KEEP_DAYS, MOST_ROWS, OTHER } from '../../../src/server/policyReports/policyReports.ts';
import { daysBefore } from '../../../src/server/shared/tidy.ts';
import { adminOn } from '../../helpers/command.ts';
import { database, serving, withApi } from '../../helpers/server/apiTest.ts';

withApi();
let served: Awaited<ReturnType<typeof serving>>;
const operator = adminOn(() => ({ orm: database.orm, dataDir: '.', site: 'https://www.example.com' }), '--by', 'Mika');
const rows = () => database.orm.select().from(policyReports);

/** As browsers write it, with all that it says of the page and of the visit. */
const reportOf = (more: object) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://www.example.com/ja/userCenter?token=secret',
      referrer: 'https://search.example/?q=who',
      'original-policy': "default-src 'none'",
      disposition: 'enforce',
      'script-sample': 'alert(1)',
      'status-code': 200,
      'source-file': 'https://www.example.com/ja/userCenter',
      ...more,
    },
  });
const SCRIPT = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example:8443/a.js?user=hana' };
const send = (body: string, headers: Record<string, string> = {}) =>
  served.ask(POLICY_REPORTS_PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': POLICY_REPORT_TYPE, ...headers },
  });

// Each test has a server of its own, which counts a network anew.
beforeEach(async () => {
  served = await serving({ database });
});
afterEach(async () => {
  await database.orm.delete(policyReports);
});

describe('reports', () => {
  it('are kept as a count by day, directive and host, without page, visit and sample', async () => {
    for (let time = 0; time < 3; time += 1) expect((await send(reportOf(SCRIPT))).status).toBe(204);
    expect((await send(reportOf({ 'violated-directive': "img-src 'self'", 'blocked-uri': 'data' }))).status).toBe(204);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await rows()).toEqual([
      { day, directive: 'script-src-elem', blocked: 'evil.example', count: 3 },
      { day, directive: 'img-src', blocked: 'data', count: 1 },
    ]);
  });

  it.each([
    ['inline', 'inline'],
    ['', ''],
    ['trusted-types-sink', 'trusted-types-sink'],
    ['chrome-extension://abcdef/x.js', 'chrome-extension:'],
    ['data:text/html,hana@example.com', 'data:'],
    ['wss://Market.example/stream', 'market.example'],
    ['hana@example.com', 'hana'],
    ['\u0000', ''],
  ])('of %j are counted as %j', async (uri, blocked) => {
    expect((await send(reportOf({ ...SCRIPT, 'blocked-uri': uri }))).status).toBe(204);
    expect((await rows()).map((row) => row.blocked)).toEqual([blocked]);
  });

  it('of another kind, shape or size are refused', async () => {
    const long = reportOf({ ...SCRIPT, 'script-sample': 'x'.repeat(BODY_LIMITS.report.bytes) });
    const statuses = [
      send(reportOf({ ...SCRIPT, 'effective-directive': 'constructor' })),
      send('[]'),
      send('{'),
      send(''),
      send(reportOf(SCRIPT), { 'content-type': 'text/plain' }),
      send(long),
      send(long, { 'transfer-encoding': 'chunked' }),
      served.ask(POLICY_REPORTS_PATH),
    ].map(async (answer) => (await answer).status);
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400, 415, 413, 413, 405]);
    expect(await rows()).toEqual([]);
  });

  it('are limited by network', async () => {
    const statuses = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await send(reportOf(SCRIPT))).status);
    expect(statuses).toEqual([...Array(30).fill(204), 429]);
  });

  it('have so many rows a day; others count together, and old ones go', async () => {
    const now = new Date('2026-12-01T12:00:00Z');
    await countReport(database.orm, { directive: 'img-src', blocked: 'old.example' }, daysBefore(now, KEEP_DAYS + 1));
    for (let host = 0; host < MOST_ROWS + 5; host += 1) {
      await countReport(database.orm, { directive: 'img-src', blocked: `${host}.example` }, now);
    }
    await countReport(database.orm, { directive: 'img-src', blocked: '0.example' }, now);
    const kept = await rows();
    expect(kept.map(({ day }) => day)).toEqual(Array(MOST_ROWS + 1).fill('2026-12-01'));
    const counts = new Map(kept.map(({ blocked, count }) => [blocked, count]));
    expect([counts.get('0.example'), counts.get(OTHER)]).toEqual([2, 5]);
  });
});

it('the operator reads what was stopped most often first, with the days on which it was', async () => {
  expect(await operator('policy', 'reports')).toEqual([`No browser has reported anything in ${KEEP_DAYS} days.`]);
  for (const day of ['2026-11-30', '2026-12-01']) {
    await countReport(database.orm, { directive: 'img-src', blocked: 'a.example' }, new Date(day));
  }
  await countReport(database.orm, { directive: 'script-src-elem', blocked: '' }, new Date('2026-12-01'));
  expect(await operator('policy', 'reports')).toEqual([
    '2  img-src  a.example  2026-11-30  2026-12-01',
    '1  script-src-elem  -  2026-12-01  2026-12-01',
  ]);
});

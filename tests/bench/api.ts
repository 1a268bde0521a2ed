/**
 * npm run bench -- api: requests per second of each GET compared with a bare node:http that sends the same bytes, in turn
 * under the same load; of signed calls of partners beside unsigned ones; the memory of the server over 100,000 requests;
 * and the time in which a company of 10,000 members knows what one of them may do. Exit code 1 if cached static data is
 * served at less than a quarter of the bare server's rate, memory grows, or a check takes longer than 5 ms or much longer
 * than in a small company.
 *
 * The server is the real one with its log and its rate limit, which is set too high to be reached.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { eq } from 'drizzle-orm';
import { decisionOf } from '../../src/server/companies/permissions/memberPermissions.ts';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/opening/open.ts';
import { companyMembers } from '../../src/server/db/schema.ts';
import { PARTNER_SITE, type PartnerKey, partnerKey, signed, storedUser } from '../helpers/server/partner.ts';
import { ALL_PERMISSIONS, seedCompany } from '../helpers/server/staff.ts';
import { rss, type Started, start, untilReady } from './serverProcess.ts';

const LEAST_RATIO = 0.25;
const MOST_GROWTH = 0.2;
const ROUNDS = 9;
const ROUND_S = 1;
const CONNECTIONS = 32;
const MEMORY_REQUESTS = 100_000;
const MOST_CHECK_MS = 5;
/** Of a large company compared with a small one */
const MOST_CHECK_RATIO = 1.5;
const CHECKS = 1_000;
/** Per round; a multiple of CONNECTIONS */
const SIGNED_CALLS = 960;

/** Every GET; the responses of `isStatic` ones are prepared bytes. */
const TARGETS = [
  { path: '/api/web/common/country/list', isStatic: true },
  { path: '/api/web/common/country/list', isStatic: true, encoding: 'br' },
  { path: '/api/web/common/city/cityList/JP', isStatic: true },
  { path: '/api/web/common/city/cityList/JP', isStatic: true, encoding: 'br' },
  { path: '/api/web/common/dict/listByParentId/0', isStatic: true },
  { path: '/api/openapi.json', isStatic: true },
  { path: '/api/web/common/ip', isStatic: false },
  { path: '/api/web/common/country/getLocationByIp/133.11.0.1', isStatic: false },
  { path: '/api/web/common/country/getLocationByIp/2001:200::1', isStatic: false },
  { path: '/api/health/live', isStatic: false },
] as const;

/** A call of a partner's system, and the public one that answers the same. */
const SIGNED = { path: '/api/partner/v1/countries', unsigned: '/api/web/common/country/list' };

/** This file is also the bare server: `node api.ts bare`. */
if (process.argv[2] === 'bare') serveBare();
else await bench();

async function bench(): Promise<void> {
  if (!existsSync('dist/_headers')) throw new Error("There is no built site: run 'npm run build' first.");
  const folder = await mkdtemp(join(tmpdir(), 'finger-bench-'));
  const settings = {
    DATA_DIR: join(folder, 'db'),
    RATE_LIMIT_PER_MINUTE: '999999999',
    FEEDS: 'off',
    SITE_URL: PARTNER_SITE,
  };
  const key = await storedKey(settings.DATA_DIR);
  const server = await start(['src/server/main.ts'], settings, join(folder, 'server.log'));
  const bare = await start([import.meta.filename, 'bare'], {}, join(folder, 'bare.log'));
  const faults: string[] = [];
  try {
    await untilReady(server);
    console.log(`${'requests per second, medians'.padEnd(64)}      API     bare  ratio`);
    for (const target of TARGETS) {
      const headers = 'encoding' in target ? { 'accept-encoding': target.encoding } : {};
      const { ours, theirs, ratio, bytes } = await compare(server.url, bare.url, target.path, headers);
      const name = `${target.path}${'encoding' in target ? ` (${target.encoding})` : ''}, ${bytes} bytes`;
      console.log(name.padEnd(64), shown(ours), shown(theirs), ratio.toFixed(2).padStart(6));
      if (target.isStatic && ratio < LEAST_RATIO) faults.push(`${name}: ${ratio.toFixed(2)} of the bare server's rate`);
    }
    await compareSigned(server.url, key);
    faults.push(...(await watchMemory(server)));
    faults.push(...(await timeChecks(folder)));
  } finally {
    for (const { child } of [server, bare]) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/**
 * Requests per second of both servers, measured in turn, round by round: medians, and the median of the rounds' ratios,
 * which other load on the machine disturbs least.
 */
async function compare(url: string, bareUrl: string, path: string, headers: Record<string, string>) {
  const { body, headers: sent } = await answerOf(url + path, headers);
  await fetch(bareUrl, { method: 'PUT', body: JSON.stringify({ headers: sent, body: body.toString('base64') }) });
  const measure = async (target: string): Promise<number> => {
    const load = { url: target + path, headers, connections: CONNECTIONS, duration: ROUND_S };
    const { requests, non2xx, errors } = await autocannon(load);
    if (non2xx + errors > 0) throw new Error(`${load.url}: ${non2xx} wrong answers, ${errors} errors`);
    return requests.average;
  };
  const rounds: Record<'ours' | 'theirs' | 'ratio', number>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [ours, theirs] = [await measure(url), await measure(bareUrl)];
    // The first round warms both up.
    if (round > 0) rounds.push({ ours, theirs, ratio: ours / theirs });
  }
  const medianOf = (key: 'ours' | 'theirs' | 'ratio') => median(rounds.map((round) => round[key]));
  return { ours: medianOf('ours'), theirs: medianOf('theirs'), ratio: medianOf('ratio'), bytes: body.length };
}

/** Stores a key without a limit, before the server opens the database. */
async function storedKey(dataDir: string): Promise<PartnerKey> {
  const database = await openDatabase({ url: undefined, dataDir });
  const key = await partnerKey(database.orm, await storedUser(database.orm), { perMinute: 999_999_999 });
  await database.close();
  return key;
}

/**
 * Prints the rate of signed calls beside that of unsigned ones with the same answer. Each call has a signature of its own,
 * made before the round.
 */
async function compareSigned(url: string, key: PartnerKey): Promise<void> {
  const rates: Record<'signed' | 'unsigned', number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id: keyid, privateKey } = key;
    const making = Array.from({ length: SIGNED_CALLS }, () =>
      signed({ uri: PARTNER_SITE + SIGNED.path, keyid, privateKey }),
    );
    const requests = (await Promise.all(making)).map((headers) => ({ path: SIGNED.path, headers }));
    const rateOf = async (load: Partial<autocannon.Options>) => {
      const { non2xx, errors, requests: sent, duration } = await autocannon({ ...load, url });
      if (non2xx + errors > 0) throw new Error(`signed calls: ${non2xx} wrong answers, ${errors} errors`);
      return sent.total / duration;
    };
    // Each connection sends a part of them: none is sent twice.
    const share = SIGNED_CALLS / CONNECTIONS;
    let next = 0;
    const setupClient = (client: autocannon.Client) => {
      client.setRequests(requests.slice(next, next + share));
      next += share;
    };
    // The unsigned ones for a time: so few of them would be over before autocannon looks at its clock.
    rates.push({
      signed: await rateOf({ connections: CONNECTIONS, amount: SIGNED_CALLS, setupClient }),
      unsigned: await rateOf({ connections: CONNECTIONS, duration: ROUND_S, requests: [{ path: SIGNED.unsigned }] }),
    });
  }
  const medianOf = (of: (rate: (typeof rates)[number]) => number) => median(rates.map(of));
  const ratio = medianOf(({ signed, unsigned }) => signed / unsigned).toFixed(2);
  console.log(`${SIGNED.path}, signed: ${shown(medianOf((rate) => rate.signed)).trim()} per second,`);
  console.log(`  the same unsigned: ${shown(medianOf((rate) => rate.unsigned)).trim()}, ratio ${ratio}`);
}

/** The memory growth of a warm server over 100,000 requests of every kind. */
async function watchMemory({ url, child }: Started): Promise<string[]> {
  const requests = TARGETS.map(({ path }) => ({ path }));
  const load = async (amount: number) => {
    const { errors } = await autocannon({ url, requests, amount, connections: CONNECTIONS });
    if (errors > 0) throw new Error(`${errors} errors under load`);
    return rss(child);
  };
  const before = await load(MEMORY_REQUESTS / 2);
  const after = await load(MEMORY_REQUESTS);
  const growth = after / before - 1;
  const line = `memory: ${before} MB before, ${after} MB after ${MEMORY_REQUESTS} requests`;
  console.log(`${line} (${(growth * 100).toFixed(0)} %)`);
  return growth > MOST_GROWTH ? [line] : [];
}

/** How long it takes to decide whether a member may do something, in a small company and in a large one. */
async function timeChecks(folder: string): Promise<string[]> {
  const small = { members: 20, departments: 5, roles: 3, grants: 20 };
  const large = { members: 10_000, departments: 500, roles: 50, grants: 5_000 };
  const databases: Database[] = [];
  try {
    const [few, many] = [small, large].map(async (size, at) => {
      const database = await openDatabase({ url: undefined, dataDir: join(folder, `companies${at}`) });
      databases.push(database);
      return checkOf(database, (await seedCompany(database.orm, size)).company);
    });
    const checks = await Promise.all([few, many]);
    const times: number[][] = [[], []];
    // In turn, so that other load on the machine disturbs both alike.
    for (let n = 0; n < 1.1 * CHECKS; n += 1) {
      for (const [at, check] of checks.entries()) {
        const began = performance.now();
        await check?.(n);
        // The first ones warm up.
        if (n >= 0.1 * CHECKS) times[at]?.push(performance.now() - began);
      }
    }
    const [before = 0, after = 0] = times.map(median);
    const line = [
      `check of a permission, medians: ${before.toFixed(2)} ms with ${small.members} members`,
      `${after.toFixed(2)} ms with ${large.members} members and ${large.departments} departments`,
      `ratio ${(after / before).toFixed(2)}`,
    ].join(', ');
    console.log(line);
    return after > MOST_CHECK_MS || after / before > MOST_CHECK_RATIO ? [line] : [];
  } finally {
    for (const database of databases) await database.close();
  }
}

/** Decides whether some member of a company has some permission, another one for each number. */
async function checkOf({ orm }: Database, company: string) {
  const members = await orm.select().from(companyMembers).where(eq(companyMembers.company, company));
  return async (n: number) => {
    const member = members[(n * 7919) % members.length];
    if (member) await decisionOf(orm, member, ALL_PERMISSIONS[(n * 31) % ALL_PERMISSIONS.length] ?? '', new Date());
  };
}

/** A response as it is sent; fetch() would decompress it. */
async function answerOf(url: string, headers: Record<string, string>) {
  const sent = request(url, { headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return { body: Buffer.concat(await response.toArray()), headers: response.headers };
}

/** Responds to every GET with the bytes and headers of the last PUT. */
function serveBare(): void {
  let headers: IncomingHttpHeaders = {};
  let body: Buffer = Buffer.alloc(0);
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, headers);
      response.end(body);
      return;
    }
    request.toArray().then((chunks) => {
      const given = JSON.parse(Buffer.concat(chunks).toString());
      const { date: _, connection: __, 'keep-alive': ___, ...kept } = given.headers;
      headers = kept;
      body = Buffer.from(given.body, 'base64');
      response.end();
    });
  });
  // The connection of a PUT may be idle for as long as a round takes.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function shown(rate: number): string {
  return Math.round(rate).toString().padStart(8);
}

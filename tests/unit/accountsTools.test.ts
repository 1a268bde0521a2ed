/** `npm run applications`, on the database that DATABASE_URL names or on PGlite, while the server runs and while not. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { APPLY_PATH, LICENCE_PATH } from '../../src/contract/accounts.ts';
import { csv } from '../../src/server/accounts/csv.ts';
import { readRules } from '../../src/server/accounts/tables.ts';
import { connect } from '../../src/server/db/open.ts';
import { applicationAudit } from '../../src/server/db/schema.ts';
import { applicationBody, type Body, HOSTILE, withAt } from '../helpers/applications.ts';
import { emptyFolder, filledPlace, type Place } from '../helpers/database.ts';
import { serve } from '../helpers/serve.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function place(): Promise<Place & { dataDir: string }> {
  const made = await filledPlace();
  const files = await emptyFolder();
  undo.push(() => made.remove(), files.remove);
  return { ...made, dataDir: made.dataDir || files.path };
}
const envOf = ({ url, dataDir }: Place) => ({ DATABASE_URL: url ?? '', DATA_DIR: dataDir });

async function startServer(where: Place) {
  const { path, remove } = await emptyFolder();
  undo.push(remove);
  for (const file of ['_headers', '_redirects']) await writeFile(join(path, file), '');
  const served = await serve(path, envOf(where));
  undo.push(() => served.stop());
  while ((await fetch(`${served.url}/api/health/ready`)).status !== 200);
  return served;
}

async function run(where: Place, ...args: string[]) {
  const child = spawn(process.execPath, ['src/tools/applications.ts', ...args], {
    env: { PATH: process.env.PATH, ...envOf(where) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join('').trim());
  await once(child, 'close');
  const [out = '', err = ''] = await Promise.all(texts);
  return { code: child.exitCode, out, err };
}

const { privacy, terms, forex } = readRules().versionsOf('ja');
const valid = (role: Parameters<typeof applicationBody>[0], given: Body = {}) => {
  const body = applicationBody(role, { agreements: { privacy, terms }, ...given });
  return role === 'investor' ? withAt(body, 'trading.highRisk.forex.version', forex) : body;
};
async function apply(url: string, body: Body): Promise<{ reference: string; secret: string }> {
  const answer = await fetch(`${url}${APPLY_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { reference: string; secret: string } }).data;
}

it('an operator acts on applications while the server runs, and all of it is in the audit', async () => {
  const where = await place();
  const server = await startServer(where);
  const operator = (...args: string[]) => run(where, ...args, '--by', 'Mika Mori');
  expect(await operator('list')).toEqual({ code: 0, out: 'There is no application.', err: '' });

  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.7\n%%EOF']), 'my own name.pdf');
  const uploaded = await fetch(`${server.url}${LICENCE_PATH}`, { method: 'POST', body: form });
  const { data: file } = (await uploaded.json()) as { data: { id: string } };
  const broker = await apply(server.url, withAt(valid('broker'), 'licence.files', [file.id]));
  const investor = await apply(
    server.url,
    withAt(
      valid('investor', { birthDate: '2004-01-01', nickname: '=1+1' }),
      'trading.experience',
      'EXPERIENCE_FROM_10Y',
    ),
  );

  const listed = (await operator('list')).out.split('\n');
  expect(listed[0]).toMatch(
    new RegExp(
      `^${investor.reference}  received  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  investor  JP  off forex  same e-mail as ${broker.reference}$`,
    ),
  );
  expect(listed[1]).toMatch(/ {2}broker {2}JP {2}licence given$/);
  expect(listed.join()).not.toMatch(/hana|sato/i);

  const shown = await operator('show', broker.reference.toLowerCase());
  expect(shown.out).toContain('email: hana.sato@example.com');
  expect(shown.out).toContain('licence.number: A-123');
  const [, path = ''] = /^file: (\S+) {2}application\/pdf {2}14 bytes$/m.exec(shown.out) ?? [];
  expect(await readFile(path, 'utf8')).toBe('%PDF-1.7\n%%EOF');
  expect(shown.out).not.toMatch(/argon2|Abcdefg1|my own name/);
  const shownInvestor = (await operator('show', investor.reference)).out;
  expect(shownInvestor).toContain('contradicts itself: experienceAge');
  expect(shownInvestor).toMatch(/^productsOn: stocks\nproductsOff: forex$/m);

  expect(await operator('status', broker.reference, 'approved')).toMatchObject({
    code: 0,
    out: `${broker.reference}: received to approved`,
  });
  const status = await fetch(`${server.url}/api/web/account/application/${broker.reference}`, {
    headers: { 'Application-Secret': broker.secret },
  });
  expect(((await status.json()) as { data: Body }).data).toMatchObject({ state: 'approved', licence: 'given' });

  const { path: folder, remove } = await emptyFolder();
  undo.push(remove);
  const target = join(folder, 'applications.json');
  expect(await operator('export', '--format', 'json', '--to', target)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The export is in '${target}'`),
  });
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  const records = JSON.parse(await readFile(target, 'utf8')) as Body[];
  expect(records.map(({ reference, nickname }) => [reference, nickname])).toEqual([
    [investor.reference, '=1+1'],
    [broker.reference, 'hana'],
  ]);
  expect(JSON.stringify(records)).not.toMatch(/argon2|password|Abcdefg1|secret/);
  expect(await operator('export', '--to', target)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  });
  const [head, ...lines] = (await operator('export', '--state', 'received')).out.split('\n');
  expect(head).toContain('"reference","state"');
  const asked = head?.replaceAll('"', '').split(',') ?? [];
  const firsts = ['role', 'country', 'email', 'givenName', 'birthDate', 'address.line1', 'declaration', 'locale'];
  expect(firsts.map((name) => asked.indexOf(name))).toEqual(
    firsts.map((name) => asked.indexOf(name)).toSorted((a, b) => a - b),
  );
  expect(firsts.filter((name) => !asked.includes(name))).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`"'=1+1"`);
  expect(lines[0]).toContain(`"'+819012345678"`);

  expect(await operator('erase', broker.reference)).toMatchObject({
    code: 0,
    out: `${broker.reference} is erased, with its files.`,
  });
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(await operator('show', broker.reference)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no application'),
  });

  await server.stop();
  const { orm, close } = await connect(where);
  const entries = await orm.select().from(applicationAudit).orderBy(applicationAudit.at);
  await close();
  expect(entries.filter(({ by }) => by === 'Mika Mori').map(({ action, reference }) => [action, reference])).toEqual([
    ['listed', ''],
    ['listed', ''],
    ['shown', broker.reference],
    ['shown', investor.reference],
    ['state', broker.reference],
    ['exported', ''],
    ['exported', ''],
    ['erased', broker.reference],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/hana|sato|9012345678/i);
}, 240_000);

it('works while no server runs, and says in one line what it cannot do', async () => {
  const where = await place();
  expect(await run(where, 'list')).toEqual({ code: 0, out: 'There is no application.', err: '' });
  const { orm, close } = await connect(where);
  const [entry] = await orm.select().from(applicationAudit);
  await close();
  expect(entry?.by).toBe(userInfo().username);
  for (const [args, line] of [
    [[], /^Say what to do: npm run applications -- list/],
    [['list', 'more'], /^Say what to do/],
    [['show'], /^Say what to do/],
    [['status', 'FA-0000-0000-0000'], /^Say what to do.*\n.* a STATE is received, inReview/],
    [['list', '--all'], /^Unknown option '--all'\.\nSay what to do/],
    [['list', '--state'], /^Option '--state <value>' argument missing\.\nSay what to do/],
    [['export', '--state', 'withdrawn'], /^There is no application to export\.$/],
    [['status', 'FA-0000-0000-0000', 'lost'], /^'lost' is no state: there are received, inReview/],
    [['list', '--state', 'lost'], /^'lost' is no state/],
    [['export', '--format', 'xls'], /^'xls' is no format/],
    [['show', 'FA-1'], /^'FA-1' is no reference/],
    [['erase', 'FA-0000-0000-0000'], /^There is no application FA-0000-0000-0000: 'list' shows those there are\.$/],
    [['list', '--by', '\n'], /^Say who you are: --by NAME/],
  ] as const) {
    const { code, out, err } = await run(where, ...args);
    expect([code, out], args.join(' ')).toEqual([1, '']);
    expect(err).toMatch(line);
  }
  const nowhere = { ...where, url: undefined, dataDir: join(where.dataDir, 'nowhere') };
  expect((await run(nowhere, 'list')).err).toBe(`There is no data folder '${nowhere.dataDir}': set DATA_DIR to yours.`);
  expect(existsSync(nowhere.dataDir)).toBe(false);
}, 240_000);

describe('CSV', () => {
  it('holds every field between quotation marks, and no formula', () => {
    expect(
      csv([
        { a: 'x', b: 'say "no"' },
        { a: '1,2', c: '=1+1' },
      ]),
    ).toEqual(['"a","b","c"', '"x","say ""no""",""', '"1,2","","\'=1+1"']);
    for (const text of ['+81', '-1', '@SUM(1)', '\tx', '＝1']) expect(csv([{ a: text }])[1]).toBe(`"'${text}"`);
    expect(csv([])).toEqual(['']);
    const cells = csv(HOSTILE.map((text) => ({ text }))).slice(1);
    for (const cell of cells) expect(cell).not.toMatch(/^"[=+\-@]/);
  });
});

/** `npm run admin -- applications`: what each command does and prints, and every way in which it finds the database. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { administerAnywhere, startAdmin } from '../../../../src/server/admin.ts';
import { connect } from '../../../../src/server/db/opening/open.ts';
import { applicationAudit } from '../../../../src/server/db/schema.ts';
import { csv } from '../../../../src/server/shared/csv.ts';
import { admin as runAdmin } from '../../../../src/tools/admin.ts';
import { adminOn, run } from '../../../helpers/command.ts';
import { emptyFolder, filledPlace } from '../../../helpers/database/database.ts';
import { applicationBody, type Body, HOSTILE, withAt } from '../../../helpers/server/applications.ts';
import { accountsApi } from '../../../helpers/server/applicationsApi.ts';

const on = accountsApi();
const SITE = 'https://www.example.com';
const admin = adminOn(() => ({ orm: on.database.orm, dataDir: on.dataDir, site: SITE }));
const operator = (...args: string[]) => admin('applications', ...args, '--by', 'Mika Mori');

async function apply(body: Body): Promise<{ reference: string; secret: string }> {
  const { status, data } = await on.apply(body);
  expect(status).toBe(200);
  return data as { reference: string; secret: string };
}

it('an operator acts on applications, and all of it is in the audit', async () => {
  expect(await operator('list')).toEqual(['There is no application.']);

  const { data: file } = await on.upload(Buffer.from('%PDF-1.7\n%%EOF'));
  const broker = await apply(withAt(applicationBody('broker'), 'licence.files', [file?.id]));
  const odd = applicationBody('investor', { birthDate: '2004-01-01', nickname: '=1+1' });
  const investor = await apply(withAt(odd, 'trading.experience', 'EXPERIENCE_FROM_10Y'));

  const listed = await operator('list');
  expect(listed[0]).toMatch(
    new RegExp(
      `^${investor.reference}  received  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  investor  JP  off forex  same e-mail as ${broker.reference}$`,
    ),
  );
  expect(listed[1]).toMatch(/ {2}broker {2}JP {2}licence submitted$/);
  expect(listed.join()).not.toMatch(/hana|sato/i);

  const shown = (await operator('show', broker.reference.toLowerCase())).join('\n');
  expect(shown).toContain('email: hana.sato@example.com');
  expect(shown).toContain('licence.number: A-123');
  const [, path = ''] = /^file: (\S+) {2}application\/pdf {2}14 bytes$/m.exec(shown) ?? [];
  expect(await readFile(path, 'utf8')).toBe('%PDF-1.7\n%%EOF');
  expect(shown).not.toMatch(/argon2|Abcdefg1|my own name/);
  const shownInvestor = (await operator('show', investor.reference)).join('\n');
  expect(shownInvestor).toContain('contradicts itself: experienceAge');
  expect(shownInvestor).toMatch(/^productsOn: stocks\nproductsOff: forex$/m);

  expect(await operator('status', broker.reference, 'approved')).toEqual([`${broker.reference}: received to approved`]);
  const { data: status } = await on.statusOf(broker.reference, broker.secret);
  expect(status).toMatchObject({ state: 'approved', licence: 'given' });

  const target = join(on.dataDir, 'applications.json');
  const said = await operator('export', '--format', 'json', '--to', target);
  expect(said).toEqual([expect.stringContaining(`The export is in '${target}'`)]);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  const records = JSON.parse(await readFile(target, 'utf8')) as Body[];
  expect(records.map(({ reference, nickname }) => [reference, nickname])).toEqual([
    [investor.reference, '=1+1'],
    [broker.reference, 'hana'],
  ]);
  expect(JSON.stringify(records)).not.toMatch(/argon2|password|Abcdefg1|secret/);
  await expect(operator('export', '--to', target)).rejects.toThrow('exists already');
  const [head, ...lines] = await operator('export', '--state', 'received');
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

  expect(await operator('erase', broker.reference)).toEqual([
    `${broker.reference} is erased, with its files and mails.`,
  ]);
  await expect(stat(path)).rejects.toThrow('ENOENT');
  await expect(operator('show', broker.reference)).rejects.toThrow('There is no application');

  const entries = await on.audit();
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
});

it('says in one line what it cannot do', async () => {
  for (const [args, line] of [
    [['nothing'], /^There is no command 'applications nothing'\. 'npm run admin' lists those there are\.$/],
    [['lst'], /^There is no command 'applications lst'\. Did you mean 'applications list'\?/],
    [['list', 'more'], /^'applications list' does not take 'more'\.\nnpm run admin -- applications list/],
    [['show'], /^'applications show' needs REFERENCE\.\nnpm run admin -- applications show REFERENCE/],
    [['status', 'FA-0000-0000-0000'], /^'applications status' needs STATE\.(.*\n)*STATE: received, inReview/],
    [['list', '--all'], /^Unknown option '--all'\.\nnpm run admin/],
    [['list', '--state'], /^Option '--state <value>' argument missing\.\nnpm run admin/],
    [['export', '--state', 'withdrawn'], /^There is no application to export\.$/],
    [['status', 'FA-0000-0000-0000', 'lost'], /^'lost' is no state: there are received, inReview/],
    [['list', '--state', 'lost'], /^'lost' is no state/],
    [['export', '--format', 'xls'], /^'xls' is no format/],
    [['show', 'FA-1'], /^'FA-1' is no reference/],
    [['erase', 'FA-0000-0000-0000'], /^There is no application FA-0000-0000-0000: 'list' shows those there are\.$/],
    [['list', '--by', '\n'], /^Say who you are: --by NAME/],
  ] as const) {
    await expect(admin('applications', ...args), args.join(' ')).rejects.toThrow(line);
  }
  const nowhere = { DATA_DIR: join(on.dataDir, 'nowhere') };
  const asked = runAdmin(['applications', 'list'], nowhere);
  await expect(asked).rejects.toThrow(`There is no data folder '${nowhere.DATA_DIR}': set DATA_DIR to yours.`);
  expect(existsSync(nowhere.DATA_DIR)).toBe(false);
});

it('works on the database itself or by the server that holds it, and ends with 1 where it fails', async () => {
  const [place, files] = await Promise.all([filledPlace(), emptyFolder()]);
  on.undo.push(place.remove, files.remove);
  const dataDir = place.dataDir || files.path;
  const env = { DATABASE_URL: place.url ?? '', DATA_DIR: dataDir };
  expect(await run('applications list', env)).toEqual({ code: 0, out: 'There is no application.', err: '' });
  const failed = await run('applications lst', env);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect(failed.err).toMatch(/^There is no command 'applications lst'/);

  const database = await connect({ ...place, dataDir });
  on.undo.push(database.close);
  const config = { DATABASE_URL: place.url, DATA_DIR: dataDir };
  const admin = startAdmin({ database, config, site: SITE, log: () => {} });
  on.undo.push(admin.close);
  const request = { command: 'applications list', by: 'Mika Mori' };
  expect(await administerAnywhere(config, request)).toEqual(['There is no application.']);
  const entries = await database.orm.select().from(applicationAudit).orderBy(applicationAudit.at);
  expect(entries.map(({ by }) => by)).toEqual([userInfo().username, 'Mika Mori']);
});

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

/** `npm run launch`: what it lists of the content as it is shipped, and of a site whose operator has done everything. */

import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { legalFiles } from '../../../src/catalogue/legal.ts';
import { OPERATOR_FILE } from '../../../src/catalogue/operator.ts';
import { type OpenItem, openItems, report } from '../../../src/tools/launch.ts';
import { FILLED_OPERATOR } from '../../helpers/builds.ts';
import { type ContentTree, contentTree, runTool } from '../../helpers/content/contentTree.ts';
import { newFolder } from '../../helpers/trees.ts';

const TODAY = '2026-12-01';
/** Settings of a live site. */
const LIVE = {
  SITE_URL: 'https://www.finger.company',
  FEEDS_CONTACT: 'feeds@finger.company',
  SMTP_URL: 'smtp://finger.company',
  MAIL_FROM: 'help@finger.company',
  APPLICATIONS_KEEP_DAYS: '365',
  QUESTIONS_KEEP_DAYS: '730',
};
const of = (items: readonly OpenItem[], group: string) => items.filter((item) => item.group === group);
const lineOf = ({ file, line }: OpenItem) => readFileSync(file, 'utf8').split('\n')[line - 1];

let filled: ContentTree;
/** A folder of a project, with its .env.example. */
function projectWith(env?: string): string {
  const root = newFolder('launch');
  cpSync('.env.example', join(root, '.env.example'));
  if (env !== undefined) writeFileSync(join(root, '.env'), env, { mode: 0o600 });
  return root;
}

beforeAll(() => {
  filled = contentTree('content');
  const { dir, read, write } = filled;
  cpSync(FILLED_OPERATOR, dir, { recursive: true });
  // The names of the example say what it is.
  write(OPERATOR_FILE, read(OPERATOR_FILE).replace('name: Example Finger', 'name: Finger'));
  for (const { file, raw, version } of legalFiles(dir)) {
    writeFileSync(file, raw.replace('---\n', `---\nreviewed: ${version}\n`));
  }
  const table = parse(read('exchanges.yml')) as { exchanges: { holidays: object }[] };
  for (const exchange of table.exchanges) exchange.holidays = { ...exchange.holidays, confirmedUntil: TODAY };
  write('exchanges.yml', stringify(table));
  const settle = (text: string) => text.replaceAll('status: under review', 'status: confirmed');
  write('facts.yml', settle(read('facts.yml')).replaceAll(/^ +seen: .*\n/gm, ''));
  write('jurisdictions.yml', settle(read('jurisdictions.yml')));
  write('series.yml', read('series.yml').replaceAll('checked: never', `checked: ${TODAY}`));
  write('sources.opml', read('sources.opml').replaceAll('checked="never"', `checked="${TODAY}"`));
});

describe('the content as it is shipped', () => {
  const items = openItems({ root: process.cwd(), dir: 'content', env: {}, today: TODAY });

  it('is open in every group but the secrets, which it has not', () => {
    const groups = ['operator', 'legal', 'calendars', 'jurisdictions', 'figures', 'laws'];
    const others = ['feeds', 'series', 'addresses', 'mail'];
    expect([...new Set(items.map(({ group }) => group))]).toEqual([...groups, ...others]);
  });

  it('lists every field of the operator that nobody has stated, by the line of the field', () => {
    const fields = of(items, 'operator');
    expect(fields.map(({ what }) => what.split(':')[0])).toEqual([
      ...['name', 'form', 'register.name', 'register.number', 'address', 'representative', 'licences', 'brokers'],
      ...['custody', 'protection', 'served', 'notServed', 'contact.mail', 'contact.telephone', 'contact.hours'],
      ...[
        'contact.languages',
        'answer',
        'staff',
        'security.contact',
        'dataProtection.name',
        'dataProtection.mail',
        'governingLaw',
      ],
      ...['keeping.applications', 'keeping.questions'],
    ]);
    for (const item of fields) {
      expect(item.file).toBe(`content/${OPERATOR_FILE}`);
      expect(lineOf(item)?.trim()).toBe(`${item.what.split(':')[0]?.split('.').at(-1)}:`);
      expect(item.what).toMatch(/: \S/);
    }
  });

  it('leads to the line of what is open', () => {
    for (const item of of(items, 'legal')) expect(lineOf(item)).toMatch(/^version: /);
    for (const item of [...of(items, 'jurisdictions'), ...of(items, 'figures')]) {
      expect(lineOf(item), item.what).toContain('status: under review');
    }
    for (const item of of(items, 'laws')) expect(lineOf(item)).toMatch(/^ +seen: https?:/);
    for (const item of of(items, 'series')) expect(lineOf(item)?.trim()).toBe('checked: never');
    for (const item of of(items, 'feeds')) expect(lineOf(item)).toContain(`id="${item.what.split(':')[0]}"`);
    for (const item of of(items, 'addresses')) expect(lineOf(item)).toContain(item.what.split(/[=:]/)[0]);
    expect(of(items, 'legal')).toHaveLength(legalFiles('content').length);
  });

  it('lists the legal texts of the languages that are built, and no feeds and series if none are read', () => {
    const few = openItems({
      root: process.cwd(),
      dir: 'content',
      env: { LOCALES: 'en-US,ja', FEEDS: 'off' },
      today: TODAY,
    });
    const locales = of(few, 'legal').map(({ file }) => file.split('/')[1]);
    expect([...new Set(locales)]).toEqual(['en-US', 'ja']);
    for (const group of ['feeds', 'series']) expect(of(few, group)).toEqual([]);
    expect(few.map(({ what }) => what).join()).not.toContain('FEEDS_CONTACT');
  });

  it('is told in groups, each with its remedy, and counted', () => {
    const lines = report(items);
    expect(lines.at(-1)).toBe(`launch: ${items.length} items are open`);
    const counts = lines.slice(0, lines.indexOf('')).map((line) => Number.parseInt(line, 10));
    const groups = [...new Set(items.map(({ group }) => group))];
    expect(counts).toEqual(groups.map((group) => of(items, group).length));
    for (const { file, line, what, remedy } of items) {
      expect(lines).toContain(`  ${file}:${line}  ${what}`);
      expect(lines).toContain(`  → ${remedy}`);
    }
  });
});

describe('a site whose operator has filled in everything', () => {
  const listed = (env: Record<string, string> = {}, root = projectWith()) =>
    openItems({ root, dir: filled.dir, env: { ...LIVE, ...env }, today: TODAY }).map(({ what }) => what);

  it('has nothing open', () => {
    expect(listed()).toEqual([]);
    expect(report([])).toEqual(['launch: nothing is open']);
  });

  it('refuses an example, in the file and in its place', () => {
    const before = filled.read(OPERATOR_FILE);
    filled.edit(OPERATOR_FILE, /name: Finger/, 'name: Example Finger');
    expect(listed()).toEqual([expect.stringContaining('is that of an example')]);
    filled.write(OPERATOR_FILE, before);
    expect(listed({ OPERATOR_FILE: `${FILLED_OPERATOR}/operator.yml` })).toEqual([
      expect.stringContaining('OPERATOR_FILE shows'),
    ]);
  });

  it('says thirty days before that security.txt expires, and when it has', () => {
    const on = (today: string) =>
      of(openItems({ root: projectWith(), dir: filled.dir, env: LIVE, today }), 'operator').map(({ what }) => what);
    expect(on('2027-05-31')).toEqual([]);
    expect(on('2027-06-01')).toEqual(['security.expires: 2027-06-30 is within 30 days']);
    expect(on('2027-06-30')).toEqual(['security.expires: 2027-06-30 is within 30 days']);
    expect(on('2027-07-01')).toEqual(['security.expires: 2027-06-30 is over']);
  });

  it('lists calendars that have run out', () => {
    const items = openItems({ root: projectWith(), dir: filled.dir, env: LIVE, today: '2026-12-02' });
    expect(of(items, 'calendars')[0]?.what).toMatch(/^\w{4}: confirmed until 2026-12-01 only$/);
  });

  it('lists a legal text that was checked before its version', () => {
    const { file, read, write } = { file: 'en-US/pages/legal/terms.mdx', ...filled };
    const before = read(file);
    write(file, before.replace(/^reviewed: .*$/m, 'reviewed: 2026-01-01'));
    const items = openItems({ root: projectWith(), dir: filled.dir, env: LIVE, today: TODAY });
    write(file, before);
    expect(items.map(({ line, what }) => [line, what])).toEqual([
      [2, expect.stringContaining('was checked before, on 2026-01-01')],
    ]);
  });

  it('lists a period of the counts of page speed that the privacy notice does not say, if they are kept', () => {
    const listed = (share: string, days: string) =>
      openItems({
        root: projectWith(),
        dir: filled.dir,
        env: { ...LIVE, VITALS_SHARE: share, VITALS_KEEP_DAYS: days },
        today: TODAY,
      }).map(({ file, what }) => [file, what]);
    expect([listed('0.05', '400'), listed('0', '90')]).toEqual([[], []]);
    expect(listed('0.05', '90')).toEqual([
      [expect.stringContaining('en-US/pages/legal/privacy.mdx'), expect.stringContaining('VITALS_KEEP_DAYS is 90')],
    ]);
  });

  it('lists a broker without fees, by its line, and keeping periods that the server does not keep', () => {
    const before = filled.read(OPERATOR_FILE);
    filled.edit(OPERATOR_FILE, /\n {4}fees:[\s\S]*?(?=\n {4}address)/, '\n    fees:');
    const items = openItems({
      root: projectWith(),
      dir: filled.dir,
      env: { ...LIVE, APPLICATIONS_KEEP_DAYS: '30', QUESTIONS_KEEP_DAYS: '0' },
      today: TODAY,
    });
    const lines = ['    fees:', '  applications: 365', '  questions: 730'].map((text) =>
      filled.lineOf(OPERATOR_FILE, text),
    );
    filled.write(OPERATOR_FILE, before);
    expect(items.map(({ line, what }) => [line, what])).toEqual([
      [lines[0], expect.stringMatching(/^brokers\.0\.fees: /)],
      [lines[1], 'keeping.applications says 365 days, APPLICATIONS_KEEP_DAYS is 30'],
      [lines[2], 'keeping.questions says 730 days, QUESTIONS_KEEP_DAYS is 0'],
    ]);
  });

  it.each([
    ['SITE_URL', 'http://www.finger.company', 'not encrypted'],
    ['LOGIN_URL', 'https://id.finger.test/', 'no visitor can reach it'],
    ['MARKET_SOCKET_URL', 'wss://localhost:1234', 'no visitor can reach it'],
    ['API_BASE', 'https://api.example.com', 'no visitor can reach it'],
  ])('lists %s=%s', (name, value, fault) => expect(listed({ [name]: value })).toEqual([`${name}=${value}: ${fault}`]));

  it.each([['FEEDS_CONTACT'], ['SMTP_URL', 'MAIL_FROM']])('lists an unset %s', (...names) => {
    const unset = Object.fromEntries(names.map((name) => [name, ' ']));
    expect(listed(unset)).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}: `))));
  });

  it('says that nobody can sign up without mails, unless users sign up elsewhere', () => {
    const listedWith = (SIGNUP_URL: string) => listed({ SMTP_URL: ' ', MAIL_FROM: ' ', SIGNUP_URL }).join();
    expect(listedWith(' ')).toContain('nobody can sign up');
    expect(listedWith('https://id.finger.company/signUp')).not.toContain('sign up:');
  });

  it('lists a secret of the example and a .env that others can read, and names the line in .env', () => {
    const url = 'postgres://user:password@localhost/finger';
    const root = projectWith(`PORT=1\nDATABASE_URL=${url}\n`);
    const secrets = () =>
      openItems({ root, dir: filled.dir, env: { ...LIVE, DATABASE_URL: url }, today: TODAY }).map(
        ({ group, file, line }) => [group, file, line],
      );
    expect(secrets()).toEqual([['secrets', '.env', 2]]);
    chmodSync(join(root, '.env'), 0o644);
    expect(secrets()).toEqual([
      ['secrets', '.env', 1],
      ['secrets', '.env', 2],
    ]);
  });

  it('names a faulty table, and a faulty setting', () => {
    const before = filled.read(OPERATOR_FILE);
    filled.edit(OPERATOR_FILE, 'asOf:', 'as_of:');
    const check = () => openItems({ root: projectWith(), dir: filled.dir, env: LIVE, today: TODAY });
    expect(check).toThrow(`${filled.dir}/${OPERATOR_FILE} has a fault: see npm run content`);
    filled.write(OPERATOR_FILE, before);
    expect(() => listed({ SITE_URL: 'x' })).toThrow('SITE_URL');
  });
});

it('the command ends with 1 while something is open, and with 0 when nothing is', () => {
  const open = runTool('launch', ['--json'], 'content', LIVE);
  expect(open.code).toBe(1);
  expect((JSON.parse(open.out) as OpenItem[])[0]).toMatchObject({ group: 'operator', file: 'content/operator.yml' });
  const until = new Date().toISOString().slice(0, 10);
  filled.write(
    'exchanges.yml',
    filled.read('exchanges.yml').replaceAll(TODAY, `${Number(until.slice(0, 4)) + 1}-01-01`),
  );
  expect(runTool('launch', [], filled.dir, LIVE)).toMatchObject({ code: 0, out: 'launch: nothing is open\n' });
});

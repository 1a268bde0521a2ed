/** The status of a translation after every change of its English page, without Git history. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diffText } from '../../../src/authoring/changes.ts';
import { fingerprint, headingIds } from '../../../src/authoring/sections.ts';
import {
  acknowledge,
  idsForTranslation,
  keepVersions,
  layOut,
  outdatedSince,
  recordSource,
  type TranslationStatus,
  translationStatuses,
} from '../../../src/authoring/translations.ts';
import { parseSource } from '../../../src/catalogue/content.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type ContentTree, runTool, treeAt } from '../../helpers/contentTree.ts';

const PAGE = 'pages/service/bonds';
const FILE = `${PAGE}.mdx`;
const DAY = '2026-11-01';
const LATER = '2026-11-21';

const page = (title: string, sections: Record<string, string>) =>
  `---\ntitle: ${title}\ndescription: x\nlead: ${title} lead.\n---\n\nOpening.\n\n${Object.entries(sections)
    .map(([heading, words]) => `## ${heading}\n\n${words}\n`)
    .join('\n')}`;
const ENGLISH = { What: 'A loan.', Price: 'It moves.', Risks: 'It may fall.' };
const JAPANESE = { 何: '貸し付け。', 価格: '動く。', リスク: '下がる。' };

let tree: ContentTree;
beforeEach(() => {
  mkdirSync('.data/trees', { recursive: true });
  tree = treeAt(mkdtempSync('.data/trees/translations-'));
  tree.write(`en-US/${FILE}`, page('Bonds', ENGLISH));
  for (const locale of ['ja', 'tw', 'cn'] as const) {
    tree.write(`${locale}/${FILE}`, page('債券', JAPANESE));
    recordSource(locale, PAGE, DAY, tree.dir);
  }
});
afterEach(() => rmSync(tree.dir, { recursive: true }));

const statusOf = (locale: Locale, of = PAGE): TranslationStatus | undefined =>
  translationStatuses(tree.dir).find((one) => one.locale === locale && one.page === of);
const changesOf = (locale: Locale) => statusOf(locale)?.changes.map(({ kind, id }) => `${kind} ${id || 'opening'}`);
const versions = () => (existsSync(`${tree.dir}/.versions`) ? readdirSync(`${tree.dir}/.versions`) : []);

describe('the status of a translation', () => {
  it('is current once it is recorded, with the day of its English text, which is kept once for all locales', () => {
    for (const locale of ['ja', 'tw', 'cn'] as const) {
      expect(statusOf(locale)).toMatchObject({ state: 'current', version: DAY, changes: [] });
    }
    expect(versions()).toEqual([expect.stringMatching(/^service-bonds\.2026-11-01\.[0-9a-f]{10}\.mdx$/)]);
    expect(outdatedSince('ja', PAGE, tree.dir)).toBeNull();
  });

  it('stays current while a locale gets, changes and loses sections of its own', () => {
    const local = (heading: string) => `\n\n<Local>\n\n## ${heading}\n\nx\n\n</Local>\n\n## `;
    tree.edit(`en-US/${FILE}`, '\n\n## Price', local('A rule here').replace(/## $/, '## Price'));
    tree.edit(`ja/${FILE}`, '\n\n## リスク', local('税金').replace(/## $/, '## リスク'));
    for (const locale of ['ja', 'tw', 'cn'] as const) {
      expect(statusOf(locale)).toMatchObject({ state: 'current', changes: [], headings: { own: 3, source: 3 } });
    }
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['what', 'price', 'risks']);
    layOut('en-GB', PAGE, DAY, tree.dir);
    expect(tree.read(`en-GB/${FILE}`)).not.toContain('A rule here');
    tree.edit(`en-US/${FILE}`, 'A rule here', 'Another rule');
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is missing for a new page, and in en-GB an overlay', () => {
    tree.write('en-US/pages/adv.mdx', page('New', ENGLISH));
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'missing', changes: [] });
    expect(statusOf('en-GB', 'pages/adv')).toMatchObject({ state: 'overlay' });
    expect(statusOf('en-GB')).toMatchObject({ state: 'overlay' });
  });

  it('is draft once it is laid out, unpublished in words that are still English, and current when it is done', () => {
    tree.write('en-US/pages/adv.mdx', page('New', ENGLISH));
    layOut('ja', 'pages/adv', DAY, tree.dir);
    const laid = tree.read('ja/pages/adv.mdx');
    expect(laid.replace(/source: .*\ndraft: true\n/, '')).toBe(page('New', ENGLISH));
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'draft', version: DAY, changes: [] });
    tree.edit('en-US/pages/adv.mdx', 'It moves.', 'It moves a lot.');
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'draft', changes: [{ kind: 'edited', id: 'price' }] });
    expect(() => layOut('ja', 'pages/adv', DAY, tree.dir)).toThrow('exists already');
    tree.edit('ja/pages/adv.mdx', 'A loan.', '貸し付け。');
    recordSource('ja', 'pages/adv', LATER, tree.dir);
    expect(parseSource(tree.read('ja/pages/adv.mdx')).frontMatter.draft).toBeUndefined();
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'current', version: LATER });
  });

  it('is unrecorded without its source', () => {
    tree.edit(`ja/${FILE}`, /^source:.*\n/m, '');
    expect(statusOf('ja')).toMatchObject({ state: 'unrecorded' });
  });

  it('is outdated by an edited section, with the English diff', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    const status = statusOf('ja');
    expect(status).toMatchObject({ state: 'outdated', version: DAY });
    expect(changesOf('ja')).toEqual(['edited price']);
    const [change] = status?.changes ?? [];
    expect(change).toMatchObject({ heading: 'Price', line: tree.lineOf(`en-US/${FILE}`, '## Price') });
    expect(change && diffText(change)).toEqual(['  ## Price', '- It moves.', '+ It moves a lot.']);
  });

  it('is outdated by words of the front matter and the opening', () => {
    tree.edit(`en-US/${FILE}`, 'Bonds lead.', 'Another lead.');
    expect(changesOf('ja')).toEqual(['edited opening']);
    const [change] = statusOf('ja')?.changes ?? [];
    expect(change && diffText(change)).toEqual(
      expect.arrayContaining(['- lead: Bonds lead.', '+ lead: Another lead.']),
    );
  });

  it('is outdated by a new, a removed and a moved section', () => {
    tree.write(
      `en-US/${FILE}`,
      page('Bonds', { What: 'A loan.', Costs: 'A spread.', Price: 'It moves.', Risks: 'It may fall.' }),
    );
    expect(changesOf('ja')).toEqual(['added costs']);
    tree.write(`en-US/${FILE}`, page('Bonds', { What: 'A loan.', Risks: 'It may fall.' }));
    expect(changesOf('ja')).toEqual(['removed price']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual(['- ## Price', '- It moves.']);
    tree.write(`en-US/${FILE}`, page('Bonds', { Risks: 'It may fall.', What: 'A loan.', Price: 'It moves.' }));
    expect(changesOf('ja')).toEqual(['moved risks']);
  });

  it('tells a section with a new heading from a new section', () => {
    tree.write(
      `en-US/${FILE}`,
      page('Bonds', { What: 'A loan.', 'The price': 'It moves a lot.', Risks: 'It may fall.' }),
    );
    expect(changesOf('ja')).toEqual(['edited the-price']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual([
      '- ## Price',
      '+ ## The price',
      '- It moves.',
      '+ It moves a lot.',
    ]);
  });

  it('is current again when the English text is as it was', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It stands.');
    tree.edit(`en-US/${FILE}`, 'It stands.', 'It moves.');
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is current again once it was reviewed, alone', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    recordSource('ja', PAGE, LATER, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current', version: LATER });
    expect(statusOf('tw')).toMatchObject({ state: 'outdated', version: DAY });
  });

  it('cannot be recorded with other headings than the English page', () => {
    tree.edit(`en-US/${FILE}`, '## Risks', '## Costs\n\nA spread.\n\n## Risks');
    expect(() => recordSource('ja', PAGE, LATER, tree.dir)).toThrow('has 3 headings, the English text 4');
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', headings: { own: 3, source: 3 } });
  });

  it('of an overlay that is written follows en-US as any other', () => {
    tree.write(`en-GB/${FILE}`, page('Bonds', ENGLISH));
    expect(statusOf('en-GB')).toMatchObject({ state: 'unrecorded' });
    recordSource('en-GB', PAGE, DAY, tree.dir);
    expect(statusOf('en-GB')).toMatchObject({ state: 'current' });
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A tradable loan.');
    expect(changesOf('en-GB')).toEqual(['edited what']);
    tree.remove(`en-GB/${FILE}`);
    expect(statusOf('en-GB')).toMatchObject({ state: 'overlay' });
  });

  it('of a renamed page is missing there and an orphan here, which knows where its text went', () => {
    tree.move(`en-US/${FILE}`, 'en-US/pages/service/debt.mdx');
    tree.edit('en-US/pages/service/debt.mdx', 'It moves.', 'It moves a lot.');
    expect(statusOf('ja', 'pages/service/debt')).toMatchObject({ state: 'missing' });
    expect(statusOf('ja')).toMatchObject({ state: 'orphan', renamedTo: 'pages/service/debt' });
    tree.move(`ja/${FILE}`, 'ja/pages/service/debt.mdx');
    expect(statusOf('ja')).toBeUndefined();
    const moved = statusOf('ja', 'pages/service/debt');
    expect(moved).toMatchObject({ state: 'outdated', version: DAY });
    expect(moved?.changes.map(({ kind, id }) => [kind, id])).toEqual([['edited', 'price']]);
  });

  it('of a deleted page is an orphan that went nowhere', () => {
    tree.write('en-US/pages/adv.mdx', page('Other', { One: 'Other words.' }));
    tree.remove(`en-US/${FILE}`);
    expect(statusOf('ja')).toMatchObject({ state: 'orphan' });
    expect(statusOf('ja')?.renamedTo).toBeUndefined();
  });

  it('without the kept English text still names the sections', () => {
    tree.remove('.versions');
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', version: null });
    expect(changesOf('ja')).toEqual(['edited price']);
    expect(diffText(statusOf('ja')?.changes[0] as never)[0]).toContain('not kept');
    expect(outdatedSince('ja', PAGE, tree.dir)).toBeNull();
  });

  it('stands though a front matter cannot be read', () => {
    tree.edit(`ja/${FILE}`, 'title: 債券', 'title: 債: 券');
    expect(statusOf('ja')).toMatchObject({ state: 'unrecorded' });
    tree.edit(`en-US/${FILE}`, 'title: Bonds', 'title: a: b');
    expect(() => translationStatuses(tree.dir)).not.toThrow();
  });
});

describe('a change that needs no retranslation', () => {
  it('is acknowledged for every section of a page', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A loan!');
    expect(acknowledge('ja', PAGE, [], LATER, tree.dir)).toContain(FILE);
    expect(statusOf('ja')).toMatchObject({ state: 'current', version: LATER });
    expect(acknowledge('ja', PAGE, [], LATER, tree.dir)).toBeNull();
  });

  it('is acknowledged for one section, and the others stay outdated with their diff', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A tradable loan.');
    acknowledge('ja', PAGE, ['price'], LATER, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', version: DAY });
    expect(changesOf('ja')).toEqual(['edited what']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual(['  ## What', '- A loan.', '+ A tradable loan.']);
    acknowledge('ja', PAGE, ['what'], LATER, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is acknowledged for the opening, a new section and a removed one', () => {
    tree.write(`en-US/${FILE}`, page('Debt', { What: 'A loan.', Costs: 'A spread.', Risks: 'It may fall.' }));
    expect(changesOf('ja')).toEqual(['edited opening', 'edited costs']);
    acknowledge('ja', PAGE, ['opening'], LATER, tree.dir);
    expect(changesOf('ja')).toEqual(['edited costs']);
    acknowledge('ja', PAGE, ['costs', 'price'], LATER, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('of a draft leaves it a draft, as does recording all pages', () => {
    tree.remove(`ja/${FILE}`);
    layOut('ja', PAGE, DAY, tree.dir);
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    acknowledge('ja', PAGE, [], LATER, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'draft', version: LATER, changes: [] });
    expect(runTool('translations', ['done', 'all'], tree.dir).code).toBe(0);
    expect(statusOf('ja')).toMatchObject({ state: 'draft' });
    expect(statusOf('tw')).toMatchObject({ state: 'current' });
  });

  it('leaves the words of the translation as they are', () => {
    const before = parseSource(tree.read(`ja/${FILE}`));
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    acknowledge('ja', PAGE, [], LATER, tree.dir);
    const after = parseSource(tree.read(`ja/${FILE}`));
    expect(after.body).toBe(before.body);
    expect(after.frontMatter).toEqual({ ...before.frontMatter, source: fingerprint(tree.read(`en-US/${FILE}`)) });
  });
});

describe('the English texts that are kept', () => {
  it('are those of translations, and no others', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    for (const locale of ['ja', 'tw'] as const) recordSource(locale, PAGE, LATER, tree.dir);
    keepVersions(LATER, tree.dir);
    expect(
      versions()
        .map((name) => name.split('.')[1])
        .sort(),
    ).toEqual([DAY, LATER]);
    recordSource('cn', PAGE, LATER, tree.dir);
    keepVersions(LATER, tree.dir);
    expect(versions().map((name) => name.split('.')[1])).toEqual([LATER]);
  });

  it('are made for translations of the time before them', () => {
    tree.remove('.versions');
    expect(keepVersions(LATER, tree.dir)).toHaveLength(1);
    expect(statusOf('ja')).toMatchObject({ state: 'current', version: LATER });
    expect(keepVersions(LATER, tree.dir)).toEqual([]);
  });
});

it('headings of an outdated translation keep the ids of the English text it was made from', () => {
  const before = headingIds(tree.read(`en-US/${FILE}`));
  tree.edit(`en-US/${FILE}`, '## What', '## Costs\n\nA spread.\n\n## What');
  expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(before);
  expect(idsForTranslation('ja', 'pages/nothing', tree.dir)).toEqual([]);
});

describe('npm run translations', () => {
  const run = (...args: string[]) => runTool('translations', args, tree.dir);

  it('prints a table, what is outdated with its diff, and what to do', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    tree.remove(`cn/${FILE}`);
    const { code, out } = run();
    expect(code).toBe(0);
    expect(out).toMatch(/│ ja +│ 0 +│ 1 /);
    expect(out).toContain(`ja  ${PAGE}: outdated, made from the English text of ${DAY}`);
    expect(out).toContain(`edited: Price (price) (content/en-US/${FILE}:${tree.lineOf(`en-US/${FILE}`, '## Price')})`);
    expect(out).toContain('- It moves.\n    + It moves a lot.');
    expect(out).toContain('→ npm run translations -- new cn service/bonds');
  });

  it('prints the same as JSON', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    const rows = JSON.parse(run('--json').out) as TranslationStatus[];
    expect(rows).toHaveLength(4);
    expect(rows.find(({ locale }) => locale === 'ja')).toMatchObject({
      page: PAGE,
      state: 'outdated',
      version: DAY,
      changes: [{ kind: 'edited', id: 'price', diff: ['  ## Price', '- It moves.', '+ It moves a lot.'] }],
    });
  });

  it('acknowledges, records and lays out', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    expect(run('ack', 'service/bonds').out).toContain('acknowledged');
    expect(translationStatuses(tree.dir).filter(({ state }) => state === 'current')).toHaveLength(3);
    expect(run('ack', 'service/bonds').out).toContain('Nothing to acknowledge');
    tree.edit(`en-US/${FILE}`, 'It moves!', 'It moves a lot.');
    expect(run('done', '/service/bonds', 'ja').out).toContain(`recorded ${tree.dir}/ja/${FILE}`);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
    expect(statusOf('tw')).toMatchObject({ state: 'outdated' });
    tree.remove(`cn/${FILE}`);
    expect(run('new', 'cn', 'service/bonds').out).toContain(`${tree.dir}/cn/${FILE} is laid out in English`);
    expect(statusOf('cn')).toMatchObject({ state: 'draft' });
  });

  it.each([
    [['new', 'jp', 'service/bonds'], "did you mean 'ja'?"],
    [['new', 'ja', 'service/bond'], "did you mean 'service/bonds'?"],
    [['done', 'service/bond'], "did you mean 'service/bonds'?"],
    [['new', 'ja', 'service/bonds'], 'exists already'],
    [['dune', 'service/bonds'], "did you mean 'done'?"],
    [['done', 'service/bonds', 'en-GB'], 'npm run translations -- new en-GB service/bonds'],
  ])('ends with 1 and a way out: %j', (args, text) => {
    const { code, error } = run(...args);
    expect(code).toBe(1);
    expect(error).toContain(text);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  it('names the sections that have changed where another is acknowledged', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    expect(run('ack', 'service/bonds', 'prise').error).toContain("did you mean 'price'?");
    expect(run('ack', 'service/bonds', 'price').code).toBe(0);
  });
});

describe('without the history of git', () => {
  const places: string[] = [];
  afterEach(() => {
    for (const place of places.splice(0)) rmSync(place, { recursive: true });
  });
  const place = () => {
    const made = realpathSync(mkdtempSync(join(tmpdir(), 'translations-')));
    places.push(made);
    return made;
  };
  /** Copies the tools and a content tree, as in a checkout. */
  const layOutProject = (dir: string) => {
    for (const name of ['src', 'package.json']) cpSync(name, join(dir, name), { recursive: true });
    cpSync(tree.dir, join(dir, 'content'), { recursive: true });
  };
  const report = (dir: string, env: NodeJS.ProcessEnv = process.env) => {
    symlinkSync(realpathSync('node_modules'), join(dir, 'node_modules'));
    const args = ['src/tools/translations.ts', '--json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8', env });
    return (JSON.parse(stdout || stderr) as TranslationStatus[]).find(({ locale }) => locale === 'ja');
  };
  const outdated = {
    state: 'outdated',
    version: DAY,
    changes: [{ kind: 'edited', id: 'price', diff: ['  ## Price', '- It moves.', '+ It moves a lot.'] }],
  };

  it('the status and the diff are known in a folder that is no repository, on a machine without git', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    const dir = place();
    layOutProject(dir);
    expect(report(dir, { ...process.env, PATH: '' })).toMatchObject(outdated);
  });

  it('they are known in a shallow clone', () => {
    const dir = place();
    const clone = join(place(), 'clone');
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
      const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: dir, encoding: 'utf8' });
      if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    };
    layOutProject(dir);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message=first');
    treeAt(join(dir, 'content')).edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    git('commit', '--quiet', '--all', '--message=second');
    git('clone', '--quiet', '--depth=1', `file://${dir}`, clone);
    expect(report(clone)).toMatchObject(outdated);
  });
});

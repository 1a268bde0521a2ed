/** The status of translations on real branches of git, and after their merges. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actBy } from '../../../src/authoring/translation/actText.ts';
import { readRecord } from '../../../src/authoring/translation/recordFiles.ts';
import { acceptChanges, recordReview, recordSource } from '../../../src/authoring/translation/recordProgress.ts';
import { translationStatuses } from '../../../src/authoring/translation/translations.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type ContentTree, treeAt } from '../../helpers/content/contentTree.ts';
import { ENGLISH, JAPANESE, mdxPage, BONDS as PAGE } from '../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;
const at = (day: number, who: string) => actBy(who, `2026-11-${day}T09:00:00Z`);

let repo: string;
let dir: string;
let tree: ContentTree;
beforeEach(() => {
  repo = realpathSync(mkdtempSync(join(tmpdir(), 'branches-')));
  dir = join(repo, 'content');
  tree = treeAt(dir);
  copyFileSync('.gitattributes', join(repo, '.gitattributes'));
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  for (const locale of ['ja', 'tw'] as const) {
    tree.write(`${locale}/${FILE}`, mdxPage('債券', JAPANESE));
    recordSource(locale, PAGE, at(10, 'Hana'), dir);
  }
  git('init', '--quiet', '--initial-branch=main');
  commit();
});
afterEach(() => rmSync(repo, { recursive: true }));

function git(...args: string[]): string {
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  const run = spawnSync('git', [...identity, ...args], {
    cwd: repo,
    encoding: 'utf8',
    env: { ...process.env, ...own },
  });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return run.stdout;
}
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message=words');
};

/** Does work on a branch of its own, and comes back to main. */
function branch(name: string, work: () => void): void {
  git('switch', '--quiet', '--create', name);
  work();
  commit();
  git('switch', '--quiet', 'main');
}
const merge = (...names: string[]) => {
  for (const name of names) git('merge', '--quiet', '--no-edit', name);
};
const edit = (file: string, from: string, to: string) => tree.edit(file, from, to);
const status = (locale: Locale) => translationStatuses(dir).find((one) => one.locale === locale && one.page === PAGE);

describe('two branches that both record', () => {
  it('different sections of the same translation merge, and the page is current', () => {
    branch('price', () => {
      edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
      edit(`ja/${FILE}`, '動く。', '大きく動く。');
      recordSource('ja', PAGE, at(20, 'Hana'), dir);
      acceptChanges('tw', PAGE, [], at(20, 'Hana'), dir);
    });
    branch('risks', () => {
      edit(`en-US/${FILE}`, 'It may fall.', 'It may fall a lot.');
      edit(`ja/${FILE}`, '下がる。', '大きく下がる。');
      recordSource('ja', PAGE, at(21, 'Ken'), dir);
      acceptChanges('tw', PAGE, [], at(21, 'Ken'), dir);
    });
    merge('price', 'risks');
    for (const locale of ['ja', 'tw'] as const) expect(status(locale)).toMatchObject({ state: 'current', changes: [] });
    const names = readRecord('ja', PAGE, dir)?.map(({ id, translated = '' }) => [id, translated.split(' ')[1]]);
    expect(names).toEqual([
      ['', 'Hana'],
      ['what', 'Hana'],
      ['price', 'Hana'],
      ['risks', 'Ken'],
    ]);
  });

  it('the same change of English in different languages, or twice in one, merge', () => {
    edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    commit();
    for (const [name, locale, day] of [
      ['ja', 'ja', 20],
      ['again', 'ja', 21],
      ['tw', 'tw', 22],
    ] as const)
      branch(name, () => {
        edit(`${locale}/${FILE}`, '動く。', '大きく動く。');
        recordSource(locale, PAGE, at(day, name), dir);
      });
    merge('ja', 'again', 'tw');
    expect(status('ja')).toMatchObject({ state: 'current', translated: at(21, 'again') });
    expect(status('tw')).toMatchObject({ state: 'current' });
  });

  it('a review of one section and a new translation of another merge: what is new is not reviewed', () => {
    branch('review', () => recordReview('ja', PAGE, at(20, 'Ken'), dir));
    branch('price', () => {
      edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
      edit(`ja/${FILE}`, '動く。', '大きく動く。');
      recordSource('ja', PAGE, at(19, 'Hana'), dir);
    });
    merge('review', 'price');
    expect(status('ja')).toMatchObject({ state: 'current' });
    expect(status('ja')?.reviewed).toBeUndefined();
    const reviewed = readRecord('ja', PAGE, dir)?.filter((row) => row.reviewed);
    expect(reviewed?.map(({ id }) => id)).toEqual(['', 'what', 'risks']);
  });

  it('sections that both are new, at two places', () => {
    branch('costs', () => {
      edit(`en-US/${FILE}`, '## Price', '## Costs\n\nA spread.\n\n## Price');
      edit(`ja/${FILE}`, '## 価格', '## 費用\n\nスプレッド。\n\n## 価格');
      recordSource('ja', PAGE, at(20, 'Hana'), dir);
    });
    branch('taxes', () => {
      edit(`en-US/${FILE}`, '## Risks', '## Taxes\n\nThey differ.\n\n## Risks');
      edit(`ja/${FILE}`, '## リスク', '## 税金\n\n国による。\n\n## リスク');
      recordSource('ja', PAGE, at(21, 'Ken'), dir);
    });
    merge('costs', 'taxes');
    expect(status('ja')).toMatchObject({ state: 'current', headings: { own: 5, source: 5 } });
  });
});

it('two branches that change different words of one section: the section is told again, for a second look', () => {
  const long = (english: string, own: string) => {
    tree.write(`en-US/${FILE}`, mdxPage('Bonds', { ...ENGLISH, Price: english }));
    tree.write(`ja/${FILE}`, mdxPage('債券', { 何: '貸し付け。', 価格: own, リスク: '下がる。' }));
  };
  long('It moves.\n\nOften.\n\nA lot.', '動く。\n\nよく。\n\n大きく。');
  recordSource('ja', PAGE, at(11, 'Hana'), dir);
  commit();
  branch('first', () => {
    long('It may move.\n\nOften.\n\nA lot.', '動きうる。\n\nよく。\n\n大きく。');
    recordSource('ja', PAGE, at(20, 'Hana'), dir);
  });
  branch('last', () => {
    long('It moves.\n\nOften.\n\nA whole lot.', '動く。\n\nよく。\n\nとても大きく。');
    recordSource('ja', PAGE, at(21, 'Ken'), dir);
  });
  merge('first', 'last');
  expect(status('ja')).toMatchObject({ state: 'outdated', changes: [{ kind: 'edited', id: 'price' }] });
  expect(recordSource('ja', PAGE, at(22, 'Ken'), dir)).toEqual(['price']);
  expect(status('ja')).toMatchObject({ state: 'current' });
});

it('a translation that is one behind English on another branch is outdated by just that', () => {
  branch('ja', () => {
    edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    edit(`ja/${FILE}`, '動く。', '大きく動く。');
    recordSource('ja', PAGE, at(20, 'Hana'), dir);
  });
  branch('english', () => edit(`en-US/${FILE}`, 'It may fall.', 'It may fall a lot.'));
  merge('ja', 'english');
  expect(status('ja')).toMatchObject({ state: 'outdated', changes: [{ kind: 'edited', id: 'risks' }] });
  expect(status('tw')?.changes.map(({ id }) => id)).toEqual(['price', 'risks']);
});

it('a conflict that a host of git has left in a record is read as both lines, and goes with the next record', () => {
  const file = `.translations/ja/${PAGE}.jsonl`;
  edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
  edit(`ja/${FILE}`, '動く。', '大きく動く。');
  const older = tree.read(file);
  recordSource('ja', PAGE, at(20, 'Hana'), dir);
  tree.write(file, `<<<<<<< HEAD\n${tree.read(file)}=======\n${older}>>>>>>> other\n`);
  expect(status('ja')).toMatchObject({ state: 'current', translated: at(20, 'Hana') });
  edit(`ja/${FILE}`, '下がる。', '大きく下がる。');
  recordSource('ja', PAGE, at(21, 'Ken'), dir);
  expect(tree.read(file)).not.toMatch(/^[<=>]/m);
  expect(tree.read(file).trim().split('\n')).toHaveLength(4);
});

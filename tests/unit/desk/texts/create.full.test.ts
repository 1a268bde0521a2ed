/** New texts: the files that the desk writes for them, what is left to be written, and that all of it can be taken back. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { undo } from '../../../../src/desk/server/undo.ts';
import { createText } from '../../../../src/desk/texts/create.ts';
import { planRenaming, rename } from '../../../../src/desk/texts/rename.ts';
import { type ContentTree, contentTree, runTool } from '../../../helpers/content/contentTree.ts';
import { HELP, LESSON, NEWS } from '../../../helpers/content/newTexts.ts';
import { bytesOf } from '../../../helpers/folderBytes.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});

it('writes a lesson with its row and its names, a news item and an article; only their words are left to be written', () => {
  const before = bytesOf(tree.dir);
  const made = [LESSON, NEWS, HELP].map((text) => createText(text, tree.dir));
  expect(made.map(({ page }) => page)).toEqual([
    'pages/service/rightsIssues',
    'news/2026-11-new-hours',
    'support/change-my-name',
  ]);
  const row = `{ "path": "/service/rightsIssues", "index": 48, "kind": "lesson", "label": "route.rightsIssues", "risk": "high", "footer": "invest" }`;
  expect(tree.read('routes.json')).toBe(`[\n  ${row}\n]\n`);
  for (const [locale, name] of Object.entries(LESSON.labels)) {
    const line = `  "route.rightsIssues": "${name}",\n`;
    const old = before.get(`${locale}/ui.json`)?.toString() ?? '';
    const now = tree.read(`${locale}/ui.json`);
    expect(now.replace(line, ''), locale).toBe(old);
    expect(now.length, locale).toBe(old.length + line.length);
  }
  expect(tree.read('en-US/pages/service/rightsIssues.mdx')).toMatch(
    /^---\ntitle: "Rights issues: new shares"\ndescription: .+\nlead: .+\nlevel: basics\n---\n\n<HighRisk \/>\n\n## /,
  );
  const { out } = runTool('content', ['--json'], tree.dir);
  const problems: { file: string; rule: string }[] = JSON.parse(out);
  expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['placeholder']));
  expect(new Set(problems.map(({ file }) => file))).toEqual(
    new Set(made.map(({ page }) => join(tree.dir, `en-US/${page}.mdx`))),
  );
  // The names are translated, as the form asks for them.
  const statuses: { page: string; state: string; locale: string }[] = JSON.parse(
    runTool('translations', ['--json'], tree.dir).out,
  );
  const open = statuses.filter(({ state }) => !['current', 'overlay'].includes(state));
  expect(new Set(open.map(({ page }) => page))).toEqual(new Set(made.map(({ page }) => page)));
  expect(new Set(open.map(({ state }) => state))).toEqual(new Set(['missing']));

  for (const { undo: name } of made.toReversed()) undo(name, tree.dir);
  expect(bytesOf(tree.dir)).toEqual(before);
});

it('renames so that no rule finds a fault', () => {
  for (const wanted of [
    { page: 'support/deposits', to: 'paying-in' },
    { page: 'news/2026-11-year-end-hours', to: '2026-11-hours-at-the-end' },
    { page: 'pages/service/stocks', section: 'orders', heading: 'How orders work' },
  ])
    rename(wanted, planRenaming(wanted, tree.dir).mark, tree.dir);
  expect(runTool('content', [], tree.dir).out).toContain('no problems');
});

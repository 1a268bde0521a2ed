/** The list of problems of the desk, which another process finds. */
import { expect, it } from 'vitest';
import { listProblems } from '../../../../src/desk/list/folder.ts';
import { emptyTree } from '../../../helpers/content/contentTree.ts';

it('is looked for anew when a file changes meanwhile, and whoever waits gets what is found then', async () => {
  const tree = emptyTree('problems');
  tree.write('en-US/pages/adv.mdx', '---\ntitle: a\n---\n\nText.\n');
  const first = listProblems(tree.dir);
  tree.write('en-US/pages/adv.mdx', '---\ntitle：a\n---\n\nText.\n');
  const found = await listProblems(tree.dir);
  expect(await first).toBe(found);
  expect(found.map(({ file, line }) => `${file}:${line}`)).toContain('en-US/pages/adv.mdx:2');
  expect(await listProblems(tree.dir)).toBe(found);
});

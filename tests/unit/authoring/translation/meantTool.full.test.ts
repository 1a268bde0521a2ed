/** `npm run translations -- meant` as a process; parity.test.ts tests what it records. */
import { expect, it } from 'vitest';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { runTool } from '../../../helpers/content/contentTree.ts';
import { lessonTree, mdxPage, NEXT, BONDS as PAGE } from '../../../helpers/content/lessons.ts';

it('names what it has recorded, by sections that it knows', () => {
  const tree = lessonTree();
  tree.write(`en-US/${PAGE}.mdx`, mdxPage('Bonds', { Price: 'It costs 10%.', Risks: 'It may fall by 5%.' }));
  tree.write(`ja/${PAGE}.mdx`, mdxPage('債券', { 価格: '12%の費用です。', リスク: '4%下がる。' }));
  recordSource('ja', PAGE, NEXT, tree.dir);
  const meant = (...args: string[]) => runTool('translations', ['meant', 'service/bonds', 'ja', ...args], tree.dir);
  expect(meant('prise')).toMatchObject({ code: 1, error: expect.stringContaining("did you mean 'price'") });
  expect(meant('price')).toMatchObject({ code: 0, out: expect.stringContaining('12% instead of 10%') });
  expect(meant()).toMatchObject({ code: 0, out: expect.stringContaining('4% instead of 5%') });
  expect(meant()).toMatchObject({ code: 0, out: expect.stringContaining('has what its English text has') });
});

/** `npm run content` as a process. contentReport.test.ts tests what it reports. */
// Misspelled on purpose: cspell:ignore advv
import { describe, expect, it } from 'vitest';
import { contentTree, runTool } from '../../../helpers/content/contentTree.ts';

describe('the report of npm run content', () => {
  it('is read by people: file:line, what is expected and the remedy, and how many', () => {
    const made = contentTree('content');
    made.edit('en-US/pages/adv.mdx', /$/, '\n[x](/advv)\n');
    const { code, out } = runTool('content', [], made.dir);
    const line = made.lineOf('en-US/pages/adv.mdx', '[x](/advv)');
    expect(code).toBe(1);
    expect(out).toContain(
      `${made.dir}/en-US/pages/adv.mdx:${line}  link: there is no page /advv\n    expected: the path of a page`,
    );
    expect(out).toContain('    → did you mean /adv?\n');
    expect(out.trim().split('\n').at(-1)).toBe('content: 1 problem in 1 file');
  });

  it('without problems says so and ends with 0', () => {
    expect(runTool('content', [], 'content')).toMatchObject({ code: 0, out: 'content: no problems\n' });
    expect(JSON.parse(runTool('content', ['--json'], 'content').out)).toEqual([]);
  });
});

import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { childrenOf, isInLocal, lineOfNode, type Node } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

/** True if no text and no lesser heading follows a heading. */
function isBare(heading: Node & { type: 'heading' }, outer: Node | undefined): boolean {
  const beside = outer ? childrenOf(outer) : [];
  const next = beside.slice(beside.indexOf(heading) + 1).find((node) => !isComment(node));
  return (
    childrenOf(heading).length > 0 && (!next || (next.type === 'heading' && next.depth <= Math.max(2, heading.depth)))
  );
}

const isComment = ({ type }: Node) => type === 'mdxFlowExpression';

/**
 * Headings begin with ##, have words, go down step by step and have something below them; items have words; each row of
 * a table has a cell for each column. The rule for translations compares items and rows of the other languages with the English ones.
 */
export const structure: Rule = {
  name: 'markup',
  checks: () => ({
    page({ locale, nodes, raw, syntaxFaults }, report) {
      if (syntaxFaults.length > 0) return; // They hide lines.
      const written = ({ position }: Node) => raw.slice(position?.start.offset, position?.end.offset).trim();
      let above = 1;
      for (const { node, around } of nodes) {
        const isCompared = locale !== DEFAULT_LOCALE && !isInLocal(around);
        const line = lineOfNode(node);
        if (node.type === 'heading') {
          const marks = '#'.repeat(node.depth);
          const least = '#'.repeat(above + 1);
          if (!written(node).startsWith('#')) {
            const last = node.position?.end.line ?? line;
            const what = `a line of - or = below words, which makes them a heading: ‘${written(node).split('\n')[0]?.slice(0, 40)}’`;
            report(last, what, 'a blank line above it, or no such line', 'remove the line');
          } else if (childrenOf(node).length === 0) {
            report(line, 'a heading without words', `words after ${marks}`, 'write them, or remove the line');
          } else if (node.depth === 1) {
            const start = node.position?.start.offset ?? 0;
            const expected = '## for a section; the heading of the page is in its front matter';
            report(line, 'a second heading of the page', expected, 'write ##', { start, end: start + 1, text: '##' });
          } else if (node.depth > above + 1) {
            report(line, `the heading ${marks} skips a step`, `${least} here`, `write ${least}`);
          }
          if (!isCompared && isBare(node, around.at(-1))) {
            report(
              line,
              'a heading with nothing below it',
              'a text below each heading',
              'write it, or remove the line',
            );
          }
          above = Math.max(2, node.depth);
        }
        if (node.type === 'listItem' && childrenOf(node).length === 0 && !isCompared) {
          report(line, 'an item without words', 'words in every item', 'write them, or remove the line');
        }
        if (node.type === 'table' && !isCompared) {
          const [head, ...rows] = childrenOf(node);
          const columns = head ? childrenOf(head).length : 0;
          for (const row of rows) {
            const cells = childrenOf(row).length;
            if (cells === columns) continue;
            const remedy = cells < columns ? 'write a | between its cells' : 'remove a |';
            report(lineOfNode(row), `a row of ${cells} in a table of ${columns}`, `${columns} cells`, remedy);
          }
        }
      }
    },
  }),
};

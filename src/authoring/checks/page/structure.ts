import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { childrenOf, isElement, isInLocal, lineOfNode, type Node, plainText } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

/** True if no text and no lesser heading follows a heading. */
function isBare(heading: Node & { type: 'heading' }, outer: Node | undefined): boolean {
  const beside = outer ? childrenOf(outer) : [];
  const next = beside.slice(beside.indexOf(heading) + 1).find((node) => !isComment(node));
  return (
    childrenOf(heading).length > 0 && (!next || (next.type === 'heading' && next.depth <= Math.max(2, heading.depth)))
  );
}

/** The words of a paragraph, or of a tag on lines of its own, that are all bold; '' if there are none. */
function boldWords(node: Node): string {
  const parts = node.type === 'paragraph' ? childrenOf(node).filter((part) => plainText(part).trim()) : [node];
  const [first] = parts;
  if (!first || parts.length > 1 || (node.type !== 'paragraph' && node.type !== 'mdxJsxFlowElement')) return '';
  return first.type === 'strong' || (isElement(first) && first.name === 'strong') ? plainText(first).trim() : '';
}

const isComment = ({ type }: Node) => type === 'mdxFlowExpression';

/**
 * Headings begin with ##, have words of their own, go down step by step and have something below them; no bold paragraph
 * stands in for one; items have words; each row of a table has a cell for each column. The rule for translations compares
 * items and rows of the other languages with the English ones.
 */
export const structure: Rule = {
  name: 'markup',
  checks: () => ({
    page({ locale, nodes, raw, syntaxFaults }, report) {
      if (syntaxFaults.length > 0) return; // They hide lines.
      const written = ({ position }: Node) => raw.slice(position?.start.offset, position?.end.offset).trim();
      let above = 1;
      /** The headings above a place, of each depth the latest, and the line of each path of headings */
      const path: string[] = [];
      const lines = new Map<string, number>();
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
          path.length = Math.min(path.length, node.depth);
          path[node.depth] = plainText(node).trim();
          const earlier = lines.get(path.join('\n'));
          if (earlier !== undefined && path[node.depth]) {
            const what = `the heading ‘${path[node.depth]}’ stands in line ${earlier} already`;
            report(line, what, 'a heading of its own for each section', 'write another, or join the two sections');
          }
          lines.set(path.join('\n'), earlier ?? line);
          above = Math.max(2, node.depth);
        }
        const bold = around.some(({ type }) => type === 'listItem') ? '' : boldWords(node);
        if (bold) {
          const what = `a paragraph of bold words alone: ‘${bold.slice(0, 40)}’`;
          report(line, what, 'a heading, or a sentence', 'write ## or ### before the words, without the marks of bold');
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

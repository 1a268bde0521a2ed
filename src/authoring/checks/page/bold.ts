import { lineOfNode } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

/** `**` beside full-width marks is not parsed as bold and would be shown as typed. */
export const bold: Rule = {
  name: 'bold',
  checks: () => ({
    page({ nodes }, report) {
      for (const { node } of nodes) {
        if (node.type !== 'text') continue;
        for (const [offset, text] of node.value.split('\n').entries()) {
          if (!/[*＊]{2}/.test(text)) continue;
          report(
            lineOfNode(node) + offset,
            '** will not render here',
            '<strong>…</strong>',
            'write <strong> and </strong>',
          );
        }
      }
    },
  }),
};

import { lineOfNode } from '../mdx.ts';
import type { Rule } from './rule.ts';

const EXPECTED = 'text and the components of the guide';

/** The MDX parser understands the file, and the file contains no code except comments. */
export const markup: Rule = {
  name: 'markup',
  checks: () => ({
    page({ nodes, syntaxFaults }, report) {
      for (const { line, text } of syntaxFaults) {
        report(line, text, 'every tag closed, every < and { part of a component', remedyOf(text));
      }
      for (const { node } of nodes) {
        const line = lineOfNode(node);
        if (node.type === 'mdxjsEsm') report(line, 'code in a page', EXPECTED, 'remove the import or export');
        if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') continue;
        const code = node.value.trim();
        if (code.startsWith('/*') && code.endsWith('*/')) continue;
        report(line, `code in a page: {${node.value}}`, EXPECTED, 'remove the { }');
      }
    },
  }),
};

/** The remedy for a fault that the parser reports. */
function remedyOf(text: string): string {
  const [, open] = /closing tag for `<(\w*)>`/.exec(text) ?? [];
  if (open && /^Expected/.test(text)) return `write </${open}> where it ends, or <${open} … /> if it holds nothing`;
  if (open) return `write </${open}>`;
  if (/comment/.test(text)) return 'remove the comment, or write {/* … */}';
  return 'write “less than” in words, a value between quotation marks, and no { } in text';
}

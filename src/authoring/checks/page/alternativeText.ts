import { lookUp } from '../../../lookUp.ts';
import { COMPONENTS, type Component } from '../../components.ts';
import { attributeOf, isElement, lineOfNode, plainText } from '../../reading/mdx.ts';
import { lineOfAttribute } from '../../reading/passages.ts';
import type { Rule } from '../rule.ts';

/** Every picture, drawing and link needs words. */
export const alternativeText: Rule = {
  name: 'alternative text',
  checks: () => ({
    page({ nodes, raw }, report) {
      for (const { node } of nodes) {
        const line = lineOfNode(node);
        if (node.type === 'link' && !plainText(node).trim()) {
          report(line, `the link to ${node.url} has no words`, 'words that name the page', 'write [words](…)');
        }
        if ((node.type === 'image' || node.type === 'imageReference') && !node.alt?.trim()) {
          report(line, 'a picture without words', 'what the picture shows, in words', 'write ![what it shows](…)');
        }
        if (!isElement(node)) continue;
        const component: Component | undefined = lookUp(COMPONENTS, node.name ?? '');
        for (const [name, value] of Object.entries(component?.attributes ?? {})) {
          const given = node.attributes.some(
            (attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === name,
          );
          const words = attributeOf(node, name);
          // The rule for attributes reports a summary that is code.
          if (value !== 'summary' || words?.trim() || (given && words === null)) continue;
          report(
            lineOfAttribute(node, name, raw),
            `<${node.name}> has no ${name}`,
            'all that the drawing shows, in words',
            `write <${node.name} ${name}="…">`,
          );
        }
      }
    },
  }),
};

import { suggestion } from '../../../catalogue/problem.ts';
import { lookUp } from '../../../lookUp.ts';
import { COMPONENTS, type Component } from '../../components.ts';
import { childrenOf, type Element, isElement, lineOfNode, type Node, plainText } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

/**
 * HTML for what Markdown cannot write reliably, or at all, with the attributes that it takes: `strong`, and `span` to set
 * the `lang` of foreign words.
 */
export const HTML: Readonly<Record<string, readonly string[]>> = { strong: [], span: ['lang'] };

/** Only the components of authoring/components.ts are allowed, each in the right place with the right content. */
export const component: Rule = {
  name: 'component',
  checks: () => ({
    page({ name: page, nodes }, report) {
      for (const { node, around } of nodes) {
        if (!isElement(node)) continue;
        const line = lineOfNode(node);
        const name = node.name ?? '';
        const plain = lookUp(HTML, name);
        if (plain) {
          for (const attribute of node.attributes) {
            const key = attribute.type === 'mdxJsxAttribute' ? attribute.name : '{…}';
            if (plain.includes(key)) continue;
            report(line, `<${name}> takes no ${key}`, plain.join(' and ') || 'no attribute', `remove ${key}`);
          }
          continue;
        }
        const row: Component | undefined = lookUp(COMPONENTS, name);
        if (!row) {
          const remedy = suggestion(name, Object.keys(COMPONENTS), (component) => `<${component}>`);
          report(line, `unknown component <${name}>`, 'a component of the guide', remedy);
          continue;
        }
        const { holds, inside } = row;
        if (inside && around.findLast(isElement)?.name !== inside) {
          report(
            line,
            `<${name}> outside <${inside}>`,
            `<${inside}> around it`,
            `put it between <${inside}> and </${inside}>`,
          );
        }
        if (name === 'Answer' && node.type === 'mdxJsxTextElement')
          report(line, '<Answer> inside a paragraph', 'a paragraph of its own', 'put it between blank lines');
        const place = name === 'Local' ? placeOfLocal(page, around) : null;
        if (place)
          report(line, `<Local> ${place}`, 'sections of a page, a news item or a help article', 'remove the tags');
        const fault = faultInside(node, name, holds);
        if (fault) report(line, ...fault, `see ${name} at /_desk/components`);
      }
    },
  }),
};

/**
 * Where <Local> may not be: people accept the words of a legal text that they see, and a notice stands on the pages of
 * all locales. Null if it may be there.
 */
function placeOfLocal(page: string, around: readonly Node[]): string | null {
  if (page.startsWith('pages/legal/')) return 'in a legal text';
  if (page.startsWith('notices/')) return 'in a notice';
  const outer = around.findLast(isElement)?.name;
  return outer ? `inside <${outer}>` : null;
}

/** What is wrong between the tags, and what is expected there; null if nothing is wrong. */
function faultInside(element: Element, name: string, holds: Component['holds']): [string, string] | null {
  const children = childrenOf(element);
  const hasList = (ordered: boolean) =>
    children.some((node) => node.type === 'list' && Boolean(node.ordered) === ordered);
  const isEntry = (node: Node) => isElement(node) && node.name === 'Entry';
  const lines = 'at the beginning of lines, a blank line before and after them';
  const faults: Record<Component['holds'], [isRight: boolean, what: string, expected: string]> = {
    nothing: [children.length === 0, `words between <${name}> and </${name}>`, `<${name} … />`],
    words: [plainText(element).trim() !== '', `<${name}> is empty`, `words between <${name}> and </${name}>`],
    'words or nothing': [true, '', ''],
    table: [
      children.some(({ type }) => type === 'table'),
      `<${name}> holds no table`,
      'a table of | cells |, a blank line before and after it',
    ],
    entries: [
      children.length > 0 && children.every(isEntry),
      `<${name}> holds something else than <Entry>`,
      '<Entry href="/page" name="Page">One line.</Entry>, one below the other',
    ],
    'numbered list': [hasList(true), `<${name}> holds no numbered list`, `1. and 2. ${lines}`],
    'bullet list': [hasList(false), `<${name}> holds no list`, `- ${lines}`],
    code: [
      children.some(({ type }) => type === 'code'),
      `<${name}> holds no code`,
      `\`\`\` above and below it ${lines}`,
    ],
  };
  const [isRight, what, expected] = faults[holds];
  return isRight ? null : [what, expected];
}

import { nearest, suggestion } from '../../catalogue/problem.ts';
import { LOCALE_IDS } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import type { Route } from '../../routes.ts';
import { COMPONENTS, type Component } from '../components.ts';
import { attributeOf, isElement, lineOfNode } from '../mdx.ts';
import { actionsOf, lineOfAttribute, type Page } from '../passages.ts';
import type { Known, Rule } from './rule.ts';

/** Internal links lead to pages and sections that exist; external links use safe addresses. */
export const link: Rule = {
  name: 'link',
  checks: (known) => ({
    page(page, report) {
      for (const { href, line } of linksOf(page)) {
        const fault = faultOf(href, page.route, known);
        if (fault) report(line(), ...fault);
      }
    },
  }),
};

function linksOf(page: Page): { href: string; line: () => number }[] {
  const inActions = actionsOf(page).flatMap(({ href }, index) =>
    typeof href === 'string' ? [{ href, line: () => page.lineOf(['actions', index, 'href']) }] : [],
  );
  const { related } = page.frontMatter;
  const inRelated = (Array.isArray(related) ? related : []).flatMap((href, index) =>
    typeof href === 'string' ? [{ href, line: () => page.lineOf(['related', index]) }] : [],
  );
  const inBody = page.nodes.flatMap(({ node }) => {
    if (node.type === 'link' || node.type === 'definition') return [{ href: node.url, line: () => lineOfNode(node) }];
    const component: Component | undefined = isElement(node) ? lookUp(COMPONENTS, node.name ?? '') : undefined;
    return Object.entries(component?.attributes ?? {}).flatMap(([name, value]) => {
      const href = isElement(node) && value === 'link' ? attributeOf(node, name)?.trim() : undefined;
      return isElement(node) && href ? [{ href, line: () => lineOfAttribute(node, name, page.raw) }] : [];
    });
  });
  return [...inBody, ...inActions, ...inRelated];
}

/** What is wrong, what is expected, and the remedy; null if nothing is wrong. */
function faultOf(href: string, here: Route | undefined, known: Known): [string, string, string] | null {
  if (/^(https:|mailto:)/i.test(href)) {
    return URL.canParse(href) ? null : [`${href} is no address`, 'a whole address', 'copy it from the browser'];
  }
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) {
    return [`the address ${href} is not safe`, 'https://… or mailto:…', 'write the https address of the page'];
  }
  const [path = '', fragment] = href.split('#');
  const bound = LOCALE_IDS.find((id) => `${path}/`.toLowerCase().startsWith(`/${id}/`.toLowerCase()));
  if (bound) {
    const free = (path.slice(bound.length + 1) || '/') + (fragment ? `#${fragment}` : '');
    return [`the link ${href} is bound to ${bound}`, 'a path without a language', `write ${free}`];
  }
  if (path && !known.paths.includes(path)) {
    const near = nearest(path.replace(/^(\.{0,2}\/)*/, '/').replace(/(\/|\.html|\.mdx)+$/, ''), known.paths);
    return [`there is no page ${path}`, 'the path of a page, such as /service/forex', `did you mean ${near}?`];
  }
  const target = path || here?.path;
  if (fragment === undefined || !target) return null;
  const fragments = known.fragments(target);
  if (fragments.includes(fragment)) return null;
  return [
    `there is no section #${fragment} on ${target}`,
    'the words of the English heading, small, with hyphens',
    suggestion(fragment, fragments, (one) => `#${one}`),
  ];
}

import { ROUTES_FILE } from '../../../catalogue/addedRoutes.ts';
import { NEVER, today } from '../../../catalogue/content.ts';
import { type Mending, nearest, suggestion } from '../../../catalogue/problem.ts';
import { LOCALE_IDS } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { roomFile } from '../../../routes.ts';
import { COMPONENTS, type Component } from '../../components.ts';
import { attributeOf, isElement, lineOfNode } from '../../reading/mdx.ts';
import { actionsOf, lineOfAttribute, type Page } from '../../reading/passages.ts';
import type { Known, Rule } from '../rule.ts';

const TODAY = today();

/** Internal links lead to pages and sections that exist; external links use safe addresses. */
export const link: Rule = {
  name: 'link',
  checks: (known) => ({
    page(page, report) {
      for (const { href, line, place } of linksOf(page)) {
        const fault = faultOf(href, page, known);
        if (!fault) continue;
        const [what, expected, remedy, mending] = fault;
        report(
          line(),
          what,
          expected,
          remedy,
          place && mending !== undefined ? { ...place, text: mending } : undefined,
        );
      }
    },
  }),
};

interface Link {
  href: string;
  line: () => number;
  /** Where its address is in the file */
  place?: Omit<Mending, 'text'>;
}

function linksOf(page: Page): Link[] {
  const inActions = actionsOf(page).flatMap(({ href }, index) =>
    typeof href === 'string' ? [{ href, line: () => page.lineOf(['actions', index, 'href']) }] : [],
  );
  const { related } = page.frontMatter;
  const inRelated = (Array.isArray(related) ? related : []).flatMap((href, index) =>
    typeof href === 'string' ? [{ href, line: () => page.lineOf(['related', index]) }] : [],
  );
  const inBody = page.nodes.flatMap(({ node }): Link[] => {
    if (node.type === 'link' || node.type === 'definition') {
      const end = (node.position?.end.offset ?? 0) - 1; // Before the bracket
      const isPlain = page.raw.slice(0, end).endsWith(`](${node.url}`);
      const place = isPlain ? { place: { start: end - node.url.length, end } } : {};
      return [{ href: node.url, line: () => lineOfNode(node), ...place }];
    }
    const component: Component | undefined = isElement(node) ? lookUp(COMPONENTS, node.name ?? '') : undefined;
    return Object.entries(component?.attributes ?? {}).flatMap(([name, value]) => {
      const href = isElement(node) && value === 'link' ? attributeOf(node, name)?.trim() : undefined;
      return isElement(node) && href ? [{ href, line: () => lineOfAttribute(node, name, page.raw) }] : [];
    });
  });
  return [...inBody, ...inActions, ...inRelated];
}

/** What is wrong, what is expected, the remedy, and the address to write where it is certain; null if nothing is wrong. */
function faultOf(
  href: string,
  { name, route: here }: Page,
  known: Known,
): [what: string, expected: string, remedy: string, own?: string] | null {
  if (!href.trim()) return ['a link without an address', '[words](/page)', 'write the address between the brackets'];
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
    return [`the link ${href} is bound to ${bound}`, 'a path without a language', `write ${free}`, free];
  }
  if (path && !known.paths.includes(path)) {
    if (known.unreadable.has(ROUTES_FILE)) return null;
    const near = nearest(path.replace(/^(\.{0,2}\/)*/, '/').replace(/(\/|\.html|\.mdx)+$/, ''), known.paths);
    return [`there is no page ${path}`, 'the path of a page, such as /service/forex', `did you mean ${near}?`];
  }
  const day = known.publishedFrom(roomFile(path));
  if (day > TODAY && day > known.publishedFrom(name)) {
    const [what, remedy] =
      day === NEVER
        ? [`${path} is a draft, which no page shows`, 'publish it first, or leave the link out']
        : [`${path} is not published before ${day}`, 'add the link on that day, or leave it out'];
    return [what, 'a published page', remedy];
  }
  const target = path || here?.path;
  if (fragment === undefined || !target) return null;
  const fragments = known.fragments(target);
  if (fragments.includes(fragment) || !known.hasWholeFragments(target)) return null;
  return [
    `there is no section #${fragment} on ${target}`,
    'the words of the English heading, small, with hyphens',
    suggestion(fragment, fragments, (id) => `#${id}`),
  ];
}

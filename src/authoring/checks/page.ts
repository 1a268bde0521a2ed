/** The rules for one MDX file. */

import { parseSource } from '../../catalogue/content.ts';
import {
  escaped,
  lineAt,
  lineOf,
  nearest,
  type Problem,
  type Report,
  reporter,
  suggestion,
} from '../../catalogue/problem.ts';
import { newsSchema, noticeSchema, pageSchema } from '../../catalogue/schemas.ts';
import { LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { contentPath, ROUTES, type Route } from '../../routes.ts';
import { COMPONENTS, type Component } from '../components.ts';
import type { Known } from './known.ts';
import { checkPassage, isCjk } from './text.ts';
import {
  attributeOf,
  childrenOf,
  type Element,
  isElement,
  lineOfAttribute,
  lineOfNode,
  type Node,
  type Passage,
  parseMdx,
  passages,
  walk,
} from './tree.ts';

const SCHEMAS = { pages: pageSchema, notices: noticeSchema, news: newsSchema };
/** HTML that Markdown has no sure way, or none, to write: `strong`, and `span` for the `lang` of words of another language. */
const HTML = ['strong', 'span'];

export interface ContentFile {
  /** As it is reported */
  file: string;
  locale: Locale;
  /** Below the locale's folder, without .mdx: 'pages/service/bonds' */
  name: string;
  raw: string;
}

export function checkPage({ file, locale, name, raw }: ContentFile, known: Known): Problem[] {
  const problems: Problem[] = [];
  const report = reporter(file, problems);
  const frontMatter = checkFrontMatter(name, raw, report);
  const route = (ROUTES as readonly Route[]).find((one) => !one.shows && name === `pages/${contentPath(one)}`);
  const root = parseMdx(raw, report);
  checkNodes(root, raw, route, locale, known, report);
  const texts = [...passagesOfFrontMatter(frontMatter, raw), ...passages(root, raw, wordAttributes)];
  for (const passage of texts) {
    checkPassage(passage, locale, known, report);
    if (isCjk(locale) && !frontMatter.draft) checkLanguage(passage, report);
  }
  checkActions(frontMatter, raw, route, known, report);
  checkRisk(root, raw, name, route, known, report);
  if (route?.kind === 'legal' && !frontMatter.version) {
    report(1, 'version', 'a legal text without its version', EXPECTED.version ?? '', 'add a line version: …');
  }
  return problems.sort((a, b) => a.line - b.line);
}

/** The front matter; what can be read of it where it has faults. */
function checkFrontMatter(name: string, raw: string, report: Report): Record<string, unknown> {
  let frontMatter: Record<string, unknown>;
  try {
    ({ frontMatter } = parseSource(raw));
  } catch (error) {
    const { mark, reason, message } = error as { mark?: { line: number }; reason?: string; message: string };
    report(
      mark ? mark.line + 2 : 1,
      'front matter',
      `the front matter cannot be read: ${reason ?? message}`,
      'one `name: value` a line',
      'put a value that holds a colon or begins with a sign between quotation marks',
    );
    return {};
  }
  const room = name.split('/')[0] as keyof typeof SCHEMAS;
  const schema = SCHEMAS[room] ?? pageSchema;
  const parsed = schema.safeParse(frontMatter);
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const fields = Object.keys(schema.shape);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const line = lineOf(raw, new RegExp(`^\\s*(?:- \\{.*)?${escaped(key)}:`, 'm'));
        const known = issue.path.length === 0 ? fields : ['text', 'href'];
        report(line, 'front matter', `unknown field '${key}'`, known.join(', '), suggestion(key, known));
      }
      continue;
    }
    const field = String(issue.path[0] ?? '');
    const missing = !Object.hasOwn(frontMatter, field);
    report(
      missing ? 1 : lineOf(raw, new RegExp(`^${escaped(field)}:`, 'm')),
      'front matter',
      missing ? `the front matter has no ${field}` : `front matter ${issue.path.join('.')}: ${issue.message}`,
      lookUp(EXPECTED, field) ?? fields.join(', '),
      missing ? `add a line ${field}: …` : `change the line ${field}: …`,
    );
  }
  return frontMatter;
}

const EXPECTED: Record<string, string> = {
  title: 'a few words',
  description: '25 to 170 characters for search engines',
  lead: 'the opening, one or two sentences',
  heading: 'the heading of the page, where it is not the title',
  actions: 'at most two of - { text: …, href: /page }',
  level: 'basics or intermediate',
  reviewed: 'a date such as 2026-11-21',
  date: 'a date such as 2026-11-21',
  version: 'the day from which the text applies, such as 2026-11-21',
  source: 'what npm run translations -- done has written',
  draft: 'draft: true, or no such line',
};

function wordAttributes(element: Element): string[] {
  const { attributes } = lookUp(COMPONENTS, element.name ?? '') ?? { attributes: {} };
  return Object.entries(attributes)
    .filter(([, value]) => value === 'words' || value === 'summary')
    .map(([name]) => name);
}

function passagesOfFrontMatter(frontMatter: Record<string, unknown>, raw: string): Passage[] {
  const head = /^---\r?\n[\s\S]*?\r?\n---/.exec(raw)?.[0] ?? '';
  const values = ['title', 'heading', 'description', 'lead'].map(
    (field) => [field, lookUp(frontMatter, field)] as const,
  );
  const actions = Array.isArray(frontMatter.actions) ? frontMatter.actions : [];
  return [...values, ...actions.map((action) => ['actions', action?.text] as const)].flatMap(([field, text]) => {
    if (typeof text !== 'string') return [];
    const at = head.search(new RegExp(`^${field}:`, 'm'));
    const found = field === 'actions' ? head.indexOf(text, at) : at;
    const line = lineAt(head, Math.max(found, 0));
    return [{ text, running: false, lineAt: () => line }];
  });
}

/** Components, links, alternative text, bold, and code that authors do not write. */
function checkNodes(
  root: Node,
  raw: string,
  route: Route | undefined,
  locale: Locale,
  known: Known,
  report: Report,
): void {
  for (const { node, around } of walk(root)) {
    const line = lineOfNode(node);
    if (isElement(node)) checkElement(node, around, raw, locale, route, known, report);
    if (node.type === 'link' || node.type === 'definition') checkLink(node.url, line, route, known, report);
    if (node.type === 'link' && !plainText(node)) {
      report(
        line,
        'alternative text',
        `the link to ${node.url} has no words`,
        'words that name the page',
        'write [words](…)',
      );
    }
    if ((node.type === 'image' || node.type === 'imageReference') && !node.alt?.trim()) {
      const remedy = 'write ![what it shows](…)';
      report(line, 'alternative text', 'a picture without words', 'what the picture shows, in words', remedy);
    }
    if (node.type === 'mdxjsEsm') {
      report(line, 'markup', 'code in a page', 'text and the components of the guide', 'remove the import or export');
    }
    if (
      (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') &&
      !/^\s*\/\*[\s\S]*\*\/\s*$/.test(node.value)
    ) {
      report(
        line,
        'markup',
        `code in a page: {${node.value}}`,
        'text and the components of the guide',
        'remove the { }',
      );
    }
    if (node.type === 'text') {
      for (const [offset, text] of node.value.split('\n').entries()) {
        if (!text.includes('**')) continue;
        report(line + offset, 'bold', '** will not render here', '<strong>…</strong>', 'write <strong> and </strong>');
      }
    }
  }
}

function checkElement(
  element: Element,
  around: readonly Node[],
  raw: string,
  locale: Locale,
  route: Route | undefined,
  known: Known,
  report: Report,
): void {
  const line = lineOfNode(element);
  const name = element.name ?? '';
  if (HTML.includes(name)) return;
  const names = Object.keys(COMPONENTS);
  const component: Component | undefined = lookUp(COMPONENTS, name);
  if (!component) {
    const remedy = suggestion(name, names, (one) => `<${one}>`);
    report(line, 'component', `unknown component <${name}>`, 'a component of the guide', remedy);
    return;
  }
  const { attributes, holds, inside } = component;
  const wanted = Object.keys(attributes);

  for (const one of element.attributes) {
    const key = one.type === 'mdxJsxAttribute' ? one.name : '{…}';
    const at = one.type === 'mdxJsxAttribute' ? lineOfAttribute(element, key, raw) : line;
    if (!wanted.includes(key)) {
      const remedy = wanted.length > 0 ? suggestion(key, wanted) : `write <${name}>`;
      report(at, 'component', `<${name}> takes no ${key}`, wanted.join(' and ') || 'no attribute', remedy);
    } else if (typeof one.value !== 'string') {
      report(at, 'component', `${key} of <${name}> is no text`, `${key}="…"`, `write ${key}="…" with quotation marks`);
    }
  }
  for (const [key, kind] of Object.entries(attributes)) {
    const given = element.attributes.some((one) => one.type === 'mdxJsxAttribute' && one.name === key);
    const value = attributeOf(element, key)?.trim();
    const at = lineOfAttribute(element, key, raw);
    if (!value) {
      if (given && attributeOf(element, key) === null) continue; // Reported above.
      const [rule, expected] =
        kind === 'summary'
          ? (['alternative text', 'all that the drawing shows, in words'] as const)
          : (['component', `${key}="…"`] as const);
      report(
        at,
        rule,
        `<${name}> has no ${key}`,
        expected,
        `write <${name} ${key}="…"${holds === 'nothing' ? ' /' : ''}>`,
      );
      continue;
    }
    if (kind === 'link') checkLink(value, at, route, known, report);
    for (const [, id = ''] of kind === 'summary' ? value.matchAll(/\{(\w*)\}/g) : []) {
      if (known.facts.includes(id)) continue;
      const remedy = suggestion(id, known.facts, (one) => `{${one}}`);
      report(at, 'component', `unknown figure {${id}} in the summary`, 'an id of facts.yml between { }', remedy);
    }
    const table = {
      fact: known.facts,
      facts: known.facts,
      term: known.terms,
      figure: known.figureNames,
      link: null,
      summary: null,
      words: null,
    }[kind];
    for (const id of table ? value.split(kind === 'facts' ? /\s+/ : /$^/) : []) {
      if (table?.includes(id)) continue;
      const from = { fact: 'facts.yml', facts: 'facts.yml', term: 'glossary.yml' }[kind as 'fact'] ?? 'the drawings';
      report(at, 'component', `unknown id '${id}' in <${name}>`, `an id of ${from}`, suggestion(id, table ?? []));
    }
  }

  const parent = around.findLast(isElement)?.name;
  if (inside && parent !== inside) {
    report(
      line,
      'component',
      `<${name}> outside <${inside}>`,
      `<${inside}> around it`,
      `put it between <${inside}> and </${inside}>`,
    );
  }
  checkHolding(element, name, holds, report);
  if (name === 'Term') checkTerm(element, locale, known, report);
}

function checkHolding(element: Element, name: string, holds: Component['holds'], report: Report): void {
  const line = lineOfNode(element);
  const children = childrenOf(element);
  const has = (type: string, test: (node: Node) => boolean = () => true) =>
    children.some((node) => node.type === type && test(node));
  const fault = {
    nothing: children.length > 0 && [`words between <${name}> and </${name}>`, `<${name} … />`],
    words: !plainText(element) && [`<${name}> is empty`, `words between <${name}> and </${name}>`],
    table: !has('table') && [`<${name}> holds no table`, 'a table of | cells |, a blank line before and after it'],
    entries: !(children.length > 0 && children.every((node) => isElement(node) && node.name === 'Entry')) && [
      `<${name}> holds something else than <Entry>`,
      '<Entry href="/page" name="Page">One line.</Entry>, one below the other',
    ],
    'numbered list': !has('list', (node) => node.type === 'list' && node.ordered === true) && [
      `<${name}> holds no numbered list`,
      '1. and 2. at the beginning of lines, a blank line before and after them',
    ],
    'bullet list': !has('list', (node) => node.type === 'list' && !node.ordered) && [
      `<${name}> holds no list`,
      '- at the beginning of lines, a blank line before and after them',
    ],
  }[holds];
  if (!fault) return;
  const [what = '', expected = ''] = fault;
  report(line, 'component', what, expected, `see ${name} at /_desk/components`);
}

/** The words of <Term> are the glossary's, or begin with them: 'limit orders', 'Leveraged'. */
function checkTerm(element: Element, locale: Locale, known: Known, report: Report): void {
  const words = plainText(element);
  const entry = known.term(attributeOf(element, 'id') ?? '', locale);
  if (!entry || !words) return;
  const [, main = entry.term, inBrackets] = /^(.+?)（(.+)）$/.exec(entry.term) ?? [];
  const stem = (text: string) => text.toLowerCase().replace(/[es]$/, '');
  if ([entry.term, main, ...(inBrackets ? [inBrackets] : [])].some((term) => stem(words).includes(stem(term)))) return;
  report(
    lineOfNode(element),
    'term',
    `the term is written ‘${words}’`,
    `‘${entry.term}’, the term of ${locale} in glossary.yml`,
    `write ${main}, or change glossary.yml`,
  );
}

function checkActions(
  { actions }: Record<string, unknown>,
  raw: string,
  route: Route | undefined,
  known: Known,
  report: Report,
): void {
  for (const action of Array.isArray(actions) ? actions : []) {
    const href: unknown = action?.href;
    if (typeof href !== 'string') continue;
    checkLink(
      href,
      lineOf(raw, new RegExp(`href:\\s*["']?${escaped(href)}["']?\\s*(?:[,}]|$)`, 'm')),
      route,
      known,
      report,
    );
  }
}

function checkLink(href: string, line: number, route: Route | undefined, known: Known, report: Report): void {
  const fault = linkFault(href, route, known);
  if (fault) report(line, 'link', ...fault);
}

function linkFault(href: string, here: Route | undefined, known: Known): [string, string, string] | null {
  if (/^(https:|mailto:)/i.test(href)) {
    return URL.canParse(href) ? null : [`${href} is no address`, 'a whole address', 'copy it from the browser'];
  }
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) {
    return [`the address ${href} is not safe`, 'https://… or mailto:…', 'write the https address of the page'];
  }
  const [path = '', fragment] = href.split('#');
  const bound = LOCALE_IDS.find(
    (id) => path.toLowerCase() === `/${id}`.toLowerCase() || path.toLowerCase().startsWith(`/${id}/`.toLowerCase()),
  );
  if (bound) {
    const free = (path.slice(bound.length + 1) || '/') + (fragment ? `#${fragment}` : '');
    return [`the link ${href} is bound to ${bound}`, 'a path without a language', `write ${free}`];
  }
  if (path && !known.paths.includes(path)) {
    const near = nearest(path.replace(/^(\.{0,2}\/)*/, '/').replace(/(\/|\.html|\.mdx)+$/, ''), known.paths);
    return [`there is no page ${path}`, 'the path of a page, such as /service/forex', `did you mean ${near}?`];
  }
  if (fragment === undefined) return null;
  const target = path || here?.path;
  if (!target) return null;
  const fragments = known.fragments(target);
  if (fragments.includes(fragment)) return null;
  return [
    `there is no section #${fragment} on ${target}`,
    'the words of the English heading, small, with hyphens',
    suggestion(fragment, fragments, (one) => `#${one}`),
  ];
}

const FOREIGN = /\p{Script=Latin}+(?:[\s,;:'’-]+\p{Script=Latin}+){4}/u;

function checkLanguage({ text, lineAt: at }: Passage, report: Report): void {
  const found = FOREIGN.exec(text);
  if (!found) return;
  const what = `English words: ‘${found[0].slice(0, 40)}…’`;
  report(
    at(found.index),
    'translation',
    what,
    'the language of the folder',
    'translate them, or mark the page draft: true',
  );
}

/** Lessons have a Risks block; whoever explains a high-risk product has the high-risk notice, which its route brings. */
function checkRisk(
  root: Node,
  raw: string,
  name: string,
  route: Route | undefined,
  known: Known,
  report: Report,
): void {
  const elements = [...walk(root)].map(({ node }) => node).filter(isElement);
  if (route?.kind === 'lesson' && !elements.some((element) => element.name === 'Risks')) {
    const line = raw.trimEnd().split('\n').length;
    report(
      line,
      'risk notice',
      'a lesson without its risks',
      '<Risks> around a list of them',
      'add a section with <Risks>',
    );
  }
  if (!name.startsWith('pages/') || route?.risk === 'high' || !route) return;
  for (const element of elements) {
    const id = attributeOf(element, 'id') ?? '';
    if (element.name !== 'Term' || lookUp(known.glossary, id)?.risk !== 'high') continue;
    report(
      lineOfNode(element),
      'risk notice',
      `‘${id}’ is a high-risk product, and ${route.path} shows no high-risk notice`,
      "risk: 'high' in the page's row of src/routes.ts",
      'ask a developer for it, or leave the term unmarked',
    );
  }
}

function plainText(node: Node): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value.trim();
  if (isElement(node) && childrenOf(node).length === 0 && node.name === 'Fact') return '0';
  if (node.type === 'image') return node.alt ?? '';
  return childrenOf(node).map(plainText).join('').trim();
}

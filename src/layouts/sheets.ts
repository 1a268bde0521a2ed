/**
 * The styles of a page. Those of its frame and opening are written into it, so that the first paint waits for no file; the
 * others are files, which the page links to after its opening and which the next page finds in the browser's cache.
 */
import { lookUp } from '../lookUp.ts';
import type { RouteKind } from '../routes.ts';

const TEXTS: Record<string, string> = import.meta.glob(
  '../styles/{first,every,hero,home,lesson,more,posts,market,forms,members,help,glossary,code,developer,reference,search}.css',
  { query: '?inline', import: 'default', eager: true },
);
const FILES: Record<string, string> = import.meta.glob(
  '../styles/{every,hero,home,lesson,more,posts,market,forms,members,help,glossary,code,developer,reference,search}.css',
  { query: '?url', import: 'default', eager: true },
);
const FIRST = '../styles/first.css';
const EVERY = '../styles/every.css';

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
/** The sheets that few pages need, with the classes by which a page shows that it does: those that no other sheet names. */
const SOME = Object.entries(TEXTS)
  .filter(([name]) => name !== FIRST && name !== EVERY)
  .map(([name, text]) => {
    const others = Object.values(TEXTS).filter((other) => other !== text);
    return { text, file: lookUp(FILES, name) ?? '', classes: classesIn(text).difference(classesIn(others.join(''))) };
  });

/** Their opening depends on what follows it, such as the form that stands in its place. */
const WITHOUT_OPENING: readonly RouteKind[] = ['form', 'system', 'shell'];

export interface Styled {
  /** The content up to the end of its first header, '' if all files must be there before it, and what follows */
  opening: string;
  rest: string;
  /** Sheets to write into the page */
  texts: string[];
  /** Addresses of sheets to link to after the opening, or in the head without one */
  files: string[];
}

/** Which styles the page with this content has. */
export function stylesOf(content: string, kind: RouteKind): Styled {
  const [opening = ''] = (!WITHOUT_OPENING.includes(kind) && /^.*?<\/header>/s.exec(content)) || [];
  const rest = content.slice(opening.length);
  const above = neededBy(opening);
  const below = neededBy(rest).filter((sheet) => !above.includes(sheet));
  return {
    opening,
    rest,
    texts: [TEXTS[FIRST] ?? '', ...above.map(({ text }) => text)],
    files: [FILES[EVERY] ?? '', ...below.map(({ file }) => file)],
  };
}

function neededBy(html: string): typeof SOME {
  const names = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  return SOME.filter(({ classes }) => names.some((name) => classes.has(name)));
}

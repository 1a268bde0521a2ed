/** Begins a page, a news item or a help article from its template, with all that the site needs to show it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { entriesIn } from '../../authoring/reading/icuFiles.ts';
import { actNow } from '../../authoring/translation/act.ts';
import { readRecord, recordFile } from '../../authoring/translation/recordFiles.ts';
import { Refusal, recordSource } from '../../authoring/translation/recordProgress.ts';
import {
  ADDED_COLUMNS,
  ADDED_KINDS,
  type AddedRoute,
  addedRoutes,
  ROUTES_FILE,
  redirects,
} from '../../catalogue/addedRoutes.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { PLAIN_WORDS } from '../../catalogue/schemaWords.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { OWN_ROUTES, type Route, roomAddress } from '../../routes.ts';
import { withFields } from '../page/frontMatter.ts';
import { ROOM_SCHEMAS, roomOf } from '../page/pageFile.ts';
import { jsonRows, pathOf, Refused, readContent, saveContent } from '../server/files.ts';
import { undoable } from '../server/undo.ts';
import { withMessage } from '../table/messageEdit.ts';
import { ITEM_NAME, PAGE_NAME } from './names.ts';

const words = z.string().trim().min(1);
const itemName = z.string().regex(ITEM_NAME.pattern, `write ${ITEM_NAME.says}`);

/** The pages below which a page may be. */
export const PARENT_PATHS = ['', '/service', '/info', '/technology'] as const;

const labels = z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.string().trim());

export const newText = z.discriminatedUnion('as', [
  z.strictObject({
    as: z.enum(ADDED_KINDS),
    title: words,
    description: words,
    lead: words,
    under: z.enum(PARENT_PATHS),
    name: z.string().regex(PAGE_NAME.pattern, `write ${PAGE_NAME.says}`),
    /** Its name in menus; British English only if it differs */
    labels,
    footer: z.enum(ADDED_COLUMNS).nullable(),
    isHighRisk: z.boolean(),
  }),
  z.strictObject({
    as: z.literal('news'),
    title: words,
    description: words,
    lead: words,
    name: itemName,
    date: z.string(),
    isHouse: z.boolean(),
  }),
  z.strictObject({ as: z.literal('help'), title: words, description: words, name: itemName, topic: z.string() }),
]);
export type NewText = z.output<typeof newText>;
type NewPage = Extract<NewText, { under: string }>;

const isPage = (text: NewText): text is NewPage => text.as !== 'news' && text.as !== 'help';

/** The new text, as 'pages/service/crypto', and the name by which all is taken back. */
export interface Created {
  page: string;
  undo: string;
}

export function createText(text: NewText, dir = CONTENT_DIR): Created {
  const page = pageName(text);
  const file = `${DEFAULT_LOCALE}/${page}.mdx`;
  const head = headOf(text, page);
  if (readContent(file, dir).digest) throw new Refused('There is a text at this address', 'choose another address');
  const address = isPage(text) ? `${text.under}/${text.name}` : (roomAddress(page) ?? '');
  if (redirects(dir).rows.some(({ from }) => from.toLowerCase() === address.toLowerCase()))
    throw new Refused(`${address} is the old address of another text`, 'choose another address');
  const notice = isPage(text) && text.isHighRisk ? '<HighRisk />\n\n' : '';
  const raw = `---\n${head}\n---\n\n${notice}${templateOf(text.as)}`;
  const label = isPage(text) ? labelOf(text, dir) : '';
  const tables = isPage(text) ? pageTables(text, label, dir) : [];
  const named = isPage(text) ? LOCALE_IDS.filter((locale) => text.labels[locale] && locale !== DEFAULT_LOCALE) : [];
  const paths = [
    pathOf(file, dir),
    ...tables.map((table) => pathOf(table.file, dir)),
    ...named.map((locale) => recordFile(locale, 'ui', dir)),
    // It is not taken back once it is being translated.
    ...LOCALE_IDS.map((locale) => pathOf(`${locale}/${page}.mdx`, dir)),
  ];
  const undo = undoable(paths, () => {
    for (const written of [{ file, text: raw }, ...tables]) {
      const { digest } = readContent(written.file, dir);
      saveContent({ ...written, digest }, dir);
    }
    for (const locale of named) recordName(locale, label, dir);
  });
  return { page, undo };
}

const pageName = (text: NewText) =>
  isPage(text) ? `pages${text.under}/${text.name}` : `${text.as === 'news' ? 'news' : 'support'}/${text.name}`;

/** The lines above the text, checked as `npm run content` checks them. */
function headOf(text: NewText, page: string): string {
  const { title, description } = text;
  const fields = isPage(text)
    ? { title, description, lead: text.lead, ...(text.as === 'lesson' && { level: 'basics' }) }
    : text.as === 'news'
      ? { title, description, lead: text.lead, date: text.date, ...(text.isHouse && { house: true }) }
      : { title, description, topic: text.topic };
  const schema = ROOM_SCHEMAS[roomOf(page)];
  const [issue] = schema.safeParse(fields, PLAIN_WORDS).error?.issues ?? [];
  if (issue) throw new Refused(`${issue.path.join('.')}: ${issue.message}`, 'change it in the form');
  return withFields('', fields, Object.keys(schema.shape)).trimEnd();
}

const templateOf = (as: NewText['as']) => readFileSync(`src/desk/texts/templates/${as}.mdx`, 'utf8');

const routesIn = (dir: string): readonly Pick<Route, 'path' | 'index' | 'label'>[] => [
  ...OWN_ROUTES,
  ...(addedRoutes(OWN_ROUTES, dir).rows as readonly Route[]),
];

/** The message with the name of a page: that of its address, with those above it where another page has it. */
function labelOf({ under, name }: NewPage, dir: string): string {
  const taken = new Set<string>(routesIn(dir).map(({ label }) => label));
  const candidate = `route.${name}`;
  const above = under.slice(1);
  return taken.has(candidate) || readContent(`${DEFAULT_LOCALE}/ui.json`, dir).text.includes(`"${candidate}"`)
    ? `route.${above}${name[0]?.toUpperCase()}${name.slice(1)}`
    : candidate;
}

/** The row of the page and its names, as whole files. */
function pageTables(text: NewPage, label: string, dir: string): { file: string; text: string }[] {
  for (const locale of LOCALE_IDS) {
    if (!text.labels[locale] && !LOCALES[locale].overlay)
      throw new Refused(`The name in the menus is missing: ${LOCALES[locale].name}`, 'write it');
  }
  const routes = routesIn(dir);
  const path = `${text.under}/${text.name}`;
  const { written, rows } = addedRoutes(OWN_ROUTES, dir);
  const row: AddedRoute = {
    path,
    index: freeIndex(routes, text.under),
    kind: text.as,
    label,
    ...(text.isHighRisk && { risk: 'high' as const }),
    ...(text.footer ? { footer: text.footer } : { indexed: false as const }),
  };
  const wrong = addedRoutes([...routes], dir, [row]).faults[0];
  if (wrong) throw new Refused(`${wrong.field}: ${wrong.what}`, 'choose another address');
  if (rows.length !== written.length)
    throw new Refused(`${ROUTES_FILE} has a row with a fault`, 'mend it first: the list of problems names it');
  const byIndex = routes.toSorted((one, other) => one.index - other.index);
  const before = byIndex.findLast(({ index }) => index < row.index)?.label ?? 'route.home';
  const names = LOCALE_IDS.flatMap((locale) => {
    const ownLabel = text.labels[locale];
    if (!ownLabel || (LOCALES[locale].overlay && ownLabel === text.labels[DEFAULT_LOCALE])) return [];
    const file = `${locale}/ui.json`;
    const { text: messages } = readContent(file, dir);
    const first = [...entriesIn(messages).keys()].find((key) => key.startsWith('route.')) ?? before;
    return [{ file, text: withMessage(messages, label, ownLabel, [first, before, label]) }];
  });
  return [{ file: ROUTES_FILE, text: jsonRows([...rows, row]) }, ...names];
}

/** The first number behind the pages below the same page that no other page has. */
function freeIndex(routes: readonly Pick<Route, 'path' | 'index'>[], under: string): number {
  const taken = new Set(routes.map(({ index }) => index));
  const beside = routes.filter(({ path }) => path.startsWith(`${under || '/info'}/`)).map(({ index }) => index);
  let index = Math.max(...beside) + 1;
  while (taken.has(index)) index += 1;
  return index;
}

/** The name is translated as the form asks, so the messages of the language stay current. */
function recordName(locale: Locale, label: string, dir: string): void {
  if (!existsSync(join(dir, locale, 'ui.json')) || !readRecord(locale, 'ui', dir)) return;
  try {
    recordSource(locale, 'ui', actNow(), dir, [label]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // The list then says that the name is not translated.
  }
}

/**
 * What editors add to the routes that the code names: pages (content/routes.json), and addresses that have moved
 * (content/redirects.json). The desk writes both.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import { CONTENT_DIR, readText } from './content.ts';
import { PLAIN_WORDS } from './schemaWords.ts';
import { readJson } from './syntax.ts';

export const ROUTES_FILE = 'routes.json';
export const REDIRECTS_FILE = 'redirects.json';

/** The kinds and the columns of the footer that a page may have. */
export const ADDED_KINDS = ['lesson', 'article', 'audience'] as const;
export const ADDED_COLUMNS = ['company', 'invest', 'partners', 'datahub', 'account'] as const;

/** Addresses below these belong to the server, to items, or to files of the build. */
const TAKEN = ['/api', '/datahub/news', '/datahub/flash', '/support/anserpage', '/u', '/index'];
const isTaken = (path: string) =>
  [...TAKEN, ...LOCALE_IDS.map((id) => `/${id}`)].some((taken) =>
    `${path}/`.toLowerCase().startsWith(`${taken}/`.toLowerCase()),
  );

const address = z.string().regex(/^(?:\/[A-Za-z\d]+){1,4}$/, 'write letters and digits, such as /service/crypto');

const rowSchema = z
  .strictObject({
    path: address.refine((path) => !isTaken(path), 'begins as addresses of the server do'),
    index: z.int().min(0),
    kind: z.enum(ADDED_KINDS),
    label: z.string().regex(/^route\.[A-Za-z\d]+$/, 'write the key of a message, such as route.crypto'),
    risk: z.enum(['high', 'brief']).optional(),
    footer: z.enum(ADDED_COLUMNS).optional(),
    indexed: z.literal(false).optional(),
  })
  .superRefine(({ kind, footer, indexed }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message, path: ['footer'] });
    if (kind === 'lesson' && footer !== 'invest') fault('must be invest, where lessons are');
    else if (!footer === (indexed === undefined))
      fault(footer ? 'has no page that search engines are kept from' : 'is missing: readers find the page there');
  });
export type AddedRoute = z.output<typeof rowSchema>;

/** The address of an item may have hyphens. */
const moved = z.string().regex(/^(?:\/[A-Za-z\d-]+){1,5}$/, 'write an address without a language');
const redirectSchema = z.strictObject({ from: moved, to: moved });
export type Redirect = z.output<typeof redirectSchema>;

export interface RowFault {
  /** Of the list, from 0 */
  at: number;
  /** The field; none if the row as a whole is wrong */
  field: string | undefined;
  what: string;
}

export interface Rows<Row> {
  /** Those without a fault */
  rows: Row[];
  faults: RowFault[];
  /** All that the file has, as far as it can be read */
  written: readonly unknown[];
}

/**
 * The pages that editors add. `known` are the routes of the code, whose addresses and numbers are taken; `list` are rows
 * to check in place of those of the file.
 */
export function addedRoutes(
  known: readonly { path: string; index: number }[],
  dir = CONTENT_DIR,
  list = listIn(ROUTES_FILE, dir),
): Rows<AddedRoute> {
  const paths = new Set(known.map(({ path }) => path.toLowerCase()));
  const indexes = new Set(known.map(({ index }) => index));
  return rowsOf(list, rowSchema, ({ path, index }) => {
    const lowerPath = path.toLowerCase();
    if (paths.has(lowerPath)) return ['path', `${path} is the address of another page`];
    if (indexes.has(index)) return ['index', `${index} is the number of another page`];
    paths.add(lowerPath);
    indexes.add(index);
    return null;
  });
}

/** The addresses that have moved, each with the one that it has now. */
export function redirects(dir = CONTENT_DIR): Rows<Redirect> {
  const seen = new Set<string>();
  return rowsOf(listIn(REDIRECTS_FILE, dir), redirectSchema, ({ from, to }) => {
    if (from === to) return ['to', 'leads to itself'];
    if (seen.has(from.toLowerCase())) return ['from', `${from} stands twice`];
    seen.add(from.toLowerCase());
    return null;
  });
}

/** A field of a row of the file, whatever it is. */
export const fieldOf = (row: unknown, name: string): unknown => lookUp(Object(row) as Record<string, unknown>, name);

function listIn(file: string, dir: string): readonly unknown[] {
  const path = join(dir, file);
  return existsSync(path) ? readJson(readText(path), 'list').list : [];
}

function rowsOf<Row>(
  list: readonly unknown[],
  schema: z.ZodType<Row>,
  doubled: (row: Row) => [field: string, what: string] | null,
): Rows<Row> {
  const found: Rows<Row> = { rows: [], faults: [], written: list };
  for (const [at, entry] of list.entries()) {
    const { data, error } = schema.safeParse(entry, PLAIN_WORDS);
    const [issue] = error?.issues ?? [];
    const [field, what] = data === undefined ? [issue?.path[0], issue?.message ?? ''] : (doubled(data) ?? []);
    if (what !== undefined) found.faults.push({ at, field: field === undefined ? undefined : String(field), what });
    else if (data !== undefined) found.rows.push(data);
  }
  return found;
}

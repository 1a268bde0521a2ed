/**
 * Gives a page, a news item or an article another address, or a section another heading. The old address leads to the
 * new one, and every link is changed, also in what is recorded of translations: none of them becomes outdated by it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { mend } from '../../authoring/mend.ts';
import { digest as digestOf, headingsOf } from '../../authoring/reading/sections.ts';
import { intendedFile } from '../../authoring/translation/intendedDifferences.ts';
import {
  type Recorded,
  readRecord,
  recordFile,
  recordNames,
  TRANSLATED,
  writeRecord,
} from '../../authoring/translation/recordFiles.ts';
import { renameTranslations } from '../../authoring/translation/recordProgress.ts';
import { contentFile, readText } from '../../authoring/translation/translations.ts';
import { isWords } from '../../authoring/translation/words.ts';
import { addedRoutes, REDIRECTS_FILE, type Redirect, ROUTES_FILE, redirects } from '../../catalogue/addedRoutes.ts';
import { CONTENT_DIR, contentFiles, mdxFiles, readText as readWhole } from '../../catalogue/content.ts';
import { escaped, type Mending } from '../../catalogue/problem.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { contentPath, OWN_ROUTES, type Route, roomAddress } from '../../routes.ts';
import { remarksFile } from '../remarks/remarks.ts';
import { type FileChanges, shownChanges } from '../server/changes.ts';
import { jsonRows, pathOf, Refused, readContent, saveContent } from '../server/files.ts';
import { undoable } from '../server/undo.ts';

const page = z.string().regex(/^(?:pages|news|support)\/[\w/-]+$/);

export const renaming = z.union([
  /** `to`: the new address of a page, '/service/crypto', or the new name of an item */
  z.strictObject({ page, to: z.string() }),
  z.strictObject({ page, section: z.string(), heading: z.string().trim().min(1) }),
]);
export type Renaming = z.output<typeof renaming>;

export interface RenamePlan {
  from: string;
  to: string;
  /** Files that move, relative to the content folder */
  moves: { from: string; to: string }[];
  /** The links, and the heading of a section */
  files: FileChanges[];
  /** Changes with all that the plan rests on */
  mark: string;
}

interface Link {
  pattern: RegExp;
  becomes: string;
}

interface Work extends Omit<RenamePlan, 'mark'> {
  links: Link[];
  /** Of a page */
  moved: { from: string; to: string } | null;
  rows: object[] | null;
  redirects: Redirect[] | null;
  /** Of sections: the ids that change */
  ids: Map<string, string>;
}

/** What renaming changes, to be read before it is done. */
export function planRenaming(wanted: Renaming, dir = CONTENT_DIR): RenamePlan {
  const { from, to, moves, files } = workOf(wanted, dir);
  const plan = { from, to, moves, files };
  return { ...plan, mark: createHash('sha256').update(JSON.stringify(plan)).digest('hex') };
}

/** Does what was planned. Returns the name by which it is taken back. */
export function rename(wanted: Renaming, mark: string, dir = CONTENT_DIR): { undo: string; page: string } {
  if (planRenaming(wanted, dir).mark !== mark)
    throw new Refused('The texts have changed meanwhile', 'look at the list of changes again');
  const work = workOf(wanted, dir);
  const records = TRANSLATED.flatMap((locale) => recordNames(locale, dir).map((name) => ({ locale, name }))).filter(
    (record) => !isWords(record.name) && isTouched(record, wanted.page, work, dir),
  );
  const { moved } = work;
  const paths = [
    ...work.files.map(({ file }) => file),
    ...work.moves.flatMap(({ from, to }) => [from, to]),
    ROUTES_FILE,
    REDIRECTS_FILE,
  ].map((file) => pathOf(file, dir));
  const recorded = [...records, ...(moved ? TRANSLATED.map((locale) => ({ locale, name: moved.to })) : [])];
  const remarks = LOCALE_IDS.flatMap((locale) =>
    [wanted.page, ...(moved ? [moved.to] : [])].map((name) => remarksFile(locale, name, dir)),
  );
  const all = [
    ...paths,
    ...remarks,
    ...recorded.flatMap(({ locale, name }) => [recordFile(locale, name, dir), intendedFile(locale, name, dir)]),
  ];
  const undo = undoable(all, () => {
    const before = records.map((record) => ownDigests(record, dir));
    for (const { file, lines } of work.files) {
      const now = readContent(file, dir);
      saveContent(
        {
          ...now,
          text: mend(
            now.text,
            lines.flatMap(({ changes }) => changes),
          ),
        },
        dir,
      );
    }
    for (const [index, record] of records.entries()) follow(record, wanted.page, work, before[index] ?? new Map(), dir);
    if (moved) move(moved, dir);
    if (work.rows) save(ROUTES_FILE, work.rows, dir);
    if (work.redirects) save(REDIRECTS_FILE, work.redirects, dir);
  });
  return { undo, page: moved?.to ?? wanted.page };
}

function save(file: string, rows: readonly object[], dir: string): void {
  saveContent({ ...readContent(file, dir), text: jsonRows(rows) }, dir);
}

function workOf(wanted: Renaming, dir: string): Work {
  return 'to' in wanted ? workOfPage(wanted.page, wanted.to.trim(), dir) : workOfSection(wanted, dir);
}

function workOfPage(name: string, to: string, dir: string): Work {
  const from = addressIn(name, dir);
  const target = newAddress(name, to, dir);
  const moved = { from: name, to: target.name };
  if (from === target.address) throw new Refused('This is its address already', 'write another one');
  const moves = LOCALE_IDS.filter((locale) => mdxFiles(locale, dir).includes(name)).map((locale) => ({
    from: `${locale}/${name}.mdx`,
    to: `${locale}/${target.name}.mdx`,
  }));
  if (moves.some(({ to: file }) => readContent(file, dir).digest))
    throw new Refused(`There is a text at ${target.address}`, 'write another address');
  const links = [linkTo(from, target.address)];
  return {
    from,
    to: target.address,
    moves,
    moved,
    links,
    rows: target.rows,
    ids: new Map(),
    redirects: withRedirect(redirects(dir).rows, from, target.address),
    files: filesWith(links, dir),
  };
}

/** The address at which readers find a text. Throws if the code names it, and so must change with it. */
function addressIn(name: string, dir: string): string {
  const item = roomAddress(name);
  if (item) return item;
  const row = addedRoutes(OWN_ROUTES, dir).rows.find(({ path }) => `pages${path}` === name);
  if (row) return row.path;
  throw new Refused('The program of the site names this address', 'ask a developer to change it; its words are yours');
}

function newAddress(name: string, to: string, dir: string): { address: string; name: string; rows: object[] | null } {
  const [room = ''] = name.split('/');
  if (room !== 'pages') {
    if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(to))
      throw new Refused('The name has other signs', 'write small letters, digits and hyphens');
    const item = `${room}/${to}`;
    return { address: roomAddress(item) ?? '', name: item, rows: null };
  }
  const { rows } = addedRoutes(OWN_ROUTES, dir);
  const renamed = rows.map((row) => (`pages${row.path}` === name ? { ...row, path: to } : row));
  const [fault] = addedRoutes(OWN_ROUTES, dir, renamed).faults;
  if (fault) throw new Refused(`${to}: ${fault.what}`, 'write another address');
  return { address: to, name: `pages${to}`, rows: renamed };
}

/** Those that led to the old address lead to the new one at once. */
function withRedirect(rows: readonly Redirect[], from: string, to: string): Redirect[] {
  const redirects = rows.map((row) => (row.to === from ? { ...row, to } : row)).filter((row) => row.from !== to);
  return [...redirects, { from, to }];
}

const AROUND = '(?<![\\w/.:@-])';

/** A link to a page, or to one of its sections. */
const linkTo = (address: string, becomes: string): Link => ({
  pattern: new RegExp(`${AROUND}${escaped(address)}(?![\\w/-])`, 'g'),
  becomes,
});

function workOfSection({ page: name, section, heading }: Extract<Renaming, { section: string }>, dir: string): Work {
  const file = `${DEFAULT_LOCALE}/${name}.mdx`;
  const { text } = readContent(file, dir);
  const before = headingsOf(text);
  const found = before.find(({ id }) => id === section);
  const lines = text.split('\n');
  const line = lines[(found?.line ?? 0) - 1] ?? '';
  const [, marks, end = ''] = /^(#{2,3} +).*?(\r?)$/.exec(line) ?? [];
  if (!found || !marks) throw new Refused('There is no such section', 'reload the page');
  const start = lines.slice(0, found.line - 1).join('\n').length + (found.line > 1 ? 1 : 0);
  const change: Mending = { start, end: start + line.length, text: marks + heading + end };
  const after = headingsOf(mend(text, [change]));
  const ids = new Map(
    before.flatMap(({ id }, index): [string, string][] => {
      const now = after[index]?.id ?? id;
      return now === id ? [] : [[id, now]];
    }),
  );
  const routes = [...OWN_ROUTES, ...addedRoutes(OWN_ROUTES, dir).rows] as readonly Route[];
  const addresses = roomAddress(name)
    ? [roomAddress(name) ?? '']
    : routes.filter((route) => `pages/${contentPath(route)}` === name).map(({ path }) => path);
  const links = [...ids].flatMap(([id, now]) =>
    addresses.map((address) => linkTo(`${address}#${id}`, `${address}#${now}`)),
  );
  const inside = [...ids].map(([id, now]): Link => {
    return { pattern: new RegExp(`(?<=\\]\\(|href=")#${escaped(id)}(?![\\w-])`, 'g'), becomes: `#${now}` };
  });
  const isTranslation = (file: string) => LOCALE_IDS.some((locale) => file === `${locale}/${name}.mdx`);
  const files = filesWith(links, dir, (one, raw) => [
    ...(isTranslation(one) ? changesIn(raw, inside) : []),
    ...(one === file ? [change] : []),
  ]);
  return {
    from: `#${section}`,
    to: `#${ids.get(section) ?? section}`,
    moves: [],
    moved: null,
    rows: null,
    redirects: null,
    files,
    ids,
    links: [...links],
  };
}

const changesIn = (raw: string, links: readonly Link[]): Mending[] =>
  links.flatMap(({ pattern, becomes }) =>
    [...raw.matchAll(pattern)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      text: becomes,
    })),
  );

/** Every file with such links, and with other changes. */
function filesWith(
  links: readonly Link[],
  dir: string,
  others: (file: string, raw: string) => Mending[] = () => [],
): FileChanges[] {
  const texts = contentFiles(dir).filter(
    (file) => /\.(?:mdx|yml|json)$/.test(file) && ![ROUTES_FILE, REDIRECTS_FILE].includes(file),
  );
  return texts.flatMap((file) => {
    const raw = readWhole(pathOf(file, dir));
    const changes = [...changesIn(raw, links), ...others(file, raw)];
    return changes.length > 0 ? (shownChanges(file, changes, dir) ?? []) : [];
  });
}

interface Recording {
  locale: Locale;
  name: string;
}

/** True if what is recorded of a translation may have to follow. */
function isTouched({ locale, name }: Recording, page: string, { files, links }: Work, dir: string): boolean {
  if (name === page || files.some(({ file }) => file === `${locale}/${name}.mdx`)) return true;
  return [recordFile(locale, name, dir), intendedFile(locale, name, dir)].some((path) => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return links.some(({ pattern }) => text.search(pattern) >= 0);
  });
}

/** What is recorded of each section: the words that it had. */
function ownDigests({ locale, name }: Recording, dir: string): Map<string, string> {
  return new Map(readText(locale, name, dir).translatedParts?.map(({ id, shown }) => [id, digestOf(shown)]));
}

/** What is recorded of a translation follows: a changed link or a new id makes no text outdated. */
function follow({ locale, name }: Recording, page: string, work: Work, before: Map<string, string>, dir: string): void {
  const linked = (text: string) =>
    work.links.reduce((all, { pattern, becomes }) => all.replace(pattern, () => becomes), text);
  const idOf = (id: string) => (name === page ? (work.ids.get(id) ?? id) : id);
  const rows = readRecord(locale, name, dir) ?? [];
  const after = ownDigests({ locale, name }, dir);
  const followed = rows.map((row): Recorded => {
    const { id, own, english, headings } = row;
    const now = own === before.get(id) ? (after.get(id) ?? after.get(idOf(id)) ?? own) : own;
    const named = headings?.map(([words, headingId]): [string, string] => [words, idOf(headingId)]);
    return { ...row, id: idOf(id), english: linked(english), own: now, ...(named && { headings: named }) };
  });
  if (JSON.stringify(followed) !== JSON.stringify(rows)) writeRecord(locale, name, followed, dir);
  const intended = intendedFile(locale, name, dir);
  if (!existsSync(intended)) return;
  const lines = readFileSync(intended, 'utf8');
  const renamed = linked(lines).replace(/^[^:\n]+(?=: )/gm, (id) => idOf(id));
  if (renamed !== lines) writeFileSync(intended, renamed);
}

function move({ from, to }: { from: string; to: string }, dir: string): void {
  const file = contentFile(DEFAULT_LOCALE, to, dir);
  mkdirSync(dirname(file), { recursive: true });
  renameSync(contentFile(DEFAULT_LOCALE, from, dir), file);
  renameTranslations(from, to, dir);
  for (const locale of LOCALE_IDS) {
    const [before, after] = [from, to].map((name) => remarksFile(locale, name, dir)) as [string, string];
    if (!existsSync(before)) continue;
    mkdirSync(dirname(after), { recursive: true });
    renameSync(before, after);
  }
}

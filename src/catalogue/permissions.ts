/** The permissions of companies, content/permissions.yml: their groups, their words, and which exclude each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PermissionList } from '../contract/permissionList.ts';
import { byLocale, DEFAULT_LOCALE, type Locale, wordsByLocale } from '../i18n/locales.ts';
import { memo } from '../memo.ts';
import { CONTENT_DIR } from './content.ts';
import { dataFile } from './dataFile.ts';
import { faultOf } from './dictionary.ts';
import { suggestion } from './problem.ts';
import { readYaml, type Yaml } from './yaml.ts';

export const PERMISSIONS_FILE = 'permissions.yml';

export interface PermissionGroup {
  id: string;
  names: Record<Locale, string>;
  permissions: Permission[];
}

export interface Permission {
  id: string;
  names: Record<Locale, string>;
  /** A sentence: what it allows */
  allows: Record<Locale, string>;
  /** Who refuses what it does not allow: Finger, or the partner's system that asks Finger */
  checkedBy: (typeof CHECKERS)[number];
  /** Permissions that the same person may not hold as well: of a pair, each names the other */
  excludes: string[];
}

const CHECKERS = ['finger', 'partner'] as const;

/** What a name may take of a table on a phone. */
const MOST_COLUMNS = 34;
const columnsOf = (name: string) => [...name].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0);

const text = v.pipe(v.string('is missing'), v.trim(), v.minLength(1, 'is empty'));
const words = v.strictObject(
  {
    name: v.pipe(
      text,
      v.check((name) => columnsOf(name) <= MOST_COLUMNS, `is longer than ${MOST_COLUMNS} columns`),
    ),
    allows: v.pipe(text, v.regex(/[.。]$/, 'must be a sentence')),
  },
  'must be a name and what it allows',
);
export const permissionEntry = v.strictObject(
  {
    id: v.pipe(
      v.string('is missing'),
      v.regex(/^[a-z]+\.[a-z][A-Za-z]*$/, 'must be its group and words in camelCase, such as orders.enter'),
    ),
    checkedBy: v.picklist(CHECKERS, `must be ${CHECKERS.join(' or ')}`),
    excludes: v.optional(v.array(v.string('is no id'), 'must be a list of ids'), []),
    ...wordsByLocale(words, v.optional(words)),
  },
  'is no permission',
);
export const permissionGroup = v.strictObject(
  {
    id: v.pipe(v.string('is missing'), v.regex(/^[a-z]+$/, 'must be small letters')),
    ...wordsByLocale(text, v.optional(text)),
    permissions: v.array(v.unknown(), 'must be a list of permissions'),
  },
  'is no group',
);

/** Returns the groups with their valid permissions. Reports the line and the fault of every other one. */
export function readPermissions(
  { value, fault, lineOf }: Yaml,
  report: (line: number, what: string) => void,
): PermissionGroup[] {
  const groups: PermissionGroup[] = [];
  const known = new Map<string, Permission>();
  const pairs: { from: Permission; to: string; line: number }[] = [];
  if (fault) report(fault.line, `cannot be read: ${fault.reason}`);
  else if (!Array.isArray(value)) report(1, 'the file is no list of groups');
  else for (const [index, raw] of value.entries()) readGroup(raw, [index]);
  for (const pair of pairs) exclude(pair);
  const order = [...known.keys()];
  for (const { excludes } of known.values()) excludes.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return groups;

  function readGroup(raw: unknown, path: readonly PropertyKey[]): void {
    const read = parsed(permissionGroup, raw, path, 'group');
    if (!read) return;
    const { id, permissions, ...inLocale } = read;
    const names = byLocale((locale) => inLocale[locale] ?? inLocale[DEFAULT_LOCALE]);
    const inside = permissions.flatMap((raw, index) => readPermission(raw, id, [...path, 'permissions', index]) ?? []);
    if (groups.some((group) => group.id === id)) report(lineOf(path), `group ${id}: ${id} stands twice`);
    else groups.push({ id, names, permissions: inside });
  }

  function readPermission(raw: unknown, groupId: string, path: readonly PropertyKey[]): Permission | null {
    const read = parsed(permissionEntry, raw, path, 'permission');
    if (!read) return null;
    const { id, checkedBy, excludes, ...inLocale } = read;
    const isOfGroup = id.startsWith(`${groupId}.`);
    if (!isOfGroup) report(lineOf(path), `permission ${id}: its id must begin with ${groupId}.`);
    if (known.has(id)) report(lineOf(path), `permission ${id}: ${id} stands twice`);
    if (!isOfGroup || known.has(id)) return null;
    const wordsOf = (locale: Locale) => inLocale[locale] ?? inLocale[DEFAULT_LOCALE];
    const made: Permission = {
      id,
      checkedBy,
      excludes: [],
      names: byLocale((locale) => wordsOf(locale).name),
      allows: byLocale((locale) => wordsOf(locale).allows),
    };
    known.set(id, made);
    pairs.push(...excludes.map((to, at) => ({ from: made, to, line: lineOf([...path, 'excludes', at]) })));
    return made;
  }

  /** Notes a pair at both of its permissions. */
  function exclude({ from, to, line }: (typeof pairs)[number]): void {
    const name = `permission ${from.id}`;
    const other = known.get(to);
    if (!other) report(line, `${name}: it excludes ${to}, which is none; ${suggestion(to, [...known.keys()])}`);
    else if (other === from) report(line, `${name}: it excludes itself`);
    else if (from.excludes.includes(to)) report(line, `${name}: the pair with ${to} stands twice`);
    else {
      from.excludes.push(to);
      other.excludes.push(from.id);
    }
  }

  /** An entry of the right shape; reports what is wrong with others. */
  function parsed<Shape extends typeof permissionGroup | typeof permissionEntry>(
    shape: Shape,
    raw: unknown,
    path: readonly PropertyKey[],
    kind: string,
  ): v.InferOutput<Shape> | null {
    const { success, output, issues = [] } = v.safeParse(shape, raw);
    const name = `${kind} ${Object(raw).id ?? `number ${Number(path.at(-1)) + 1}`}:`;
    for (const issue of issues) {
      const field = v.getDotPath(issue);
      const line = lineOf([...path, ...(issue.path ?? []).map(({ key }) => String(key))]);
      report(line, [name, field, faultOf(issue, field)].filter(Boolean).join(' '));
    }
    return success ? output : null;
  }
}

const catalogue = memo((dir: string) => {
  const groups = readPermissions(readYaml(readFileSync(join(dir, PERMISSIONS_FILE), 'utf8')), (line, what) => {
    throw new Error(`content/${PERMISSIONS_FILE}:${line}: ${what}`);
  });
  return { groups, byId: new Map(groups.flatMap(({ permissions }) => permissions.map((rule) => [rule.id, rule]))) };
});

/** Every group with its permissions, in the order of the file. Throws if `npm run content` finds a fault in it. */
export const permissionGroups = (): readonly PermissionGroup[] => catalogue(CONTENT_DIR).groups;

/** A permission; undefined if the id is unknown. */
export const permissionOf = (id: string): Permission | undefined => catalogue(CONTENT_DIR).byId.get(id);

/** The permissions that one excludes; none if the id is unknown. */
export const excludesOf = (id: string): readonly string[] => permissionOf(id)?.excludes ?? [];

/** The catalogue in one language. */
export const permissionList = (locale: Locale): PermissionList =>
  permissionGroups().map(({ id, names, permissions }) => ({
    id,
    name: names[locale],
    permissions: permissions.map((permission) => ({
      id: permission.id,
      name: permission.names[locale],
      allows: permission.allows[locale],
      ...(permission.checkedBy === 'finger' && { finger: true as const }),
      ...(permission.excludes.length > 0 && { excludes: permission.excludes }),
    })),
  }));

/** The same as a file, for the pages of companies. */
export const permissionFile = (locale: Locale) => dataFile(`permissions.${locale}`, permissionList(locale));

/**
 * npm run launch             what an operator must still fill in, or have checked, before the site goes public
 * npm run launch -- --json   the same for programs
 * Reads content/, the environment and .env. Exit code 1 while something is open.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { CONTENT_DIR } from '../catalogue/content.ts';
import { legalFiles } from '../catalogue/legal.ts';
import { OFFICIAL_SERIES_FILE } from '../catalogue/officialSeries.ts';
import { OPERATOR_FILE, operatorSchema } from '../catalogue/operator.ts';
import { bare } from '../catalogue/schemas.ts';
import { placedSources, SOURCES_FILE } from '../catalogue/sources.ts';
import { readYaml, type Yaml } from '../catalogue/yaml.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import { readConfig, SECRET } from '../server/config.ts';
import { readSettings } from '../site.ts';
import { runCommand } from './command.ts';

/** What is listed, in this order, and what to do about it. */
const GROUPS = {
  operator: ['Facts of the operator', 'fill in what is true; pages show it and mention nothing else'],
  legal: ['Legal texts', 'have a lawyer check the text of this version, then write the day as reviewed: 2026-11-21'],
  calendars: ['Calendars of exchanges', "compare with the exchange's own page, then set confirmedUntil"],
  jurisdictions: ['Rules of countries', 'compare with the official text, then set checked and status'],
  figures: ['Figures of the company', 'settle the figure, then set asOf and status: confirmed'],
  laws: ['Facts of law and markets', 'compare with the document at address, set checked, and remove seen'],
  feeds: ['Feeds', 'try it with npm run admin -- feeds check, then set checked'],
  series: ['Official series', 'try them with npm run admin -- series check, then set checked'],
  addresses: ['Addresses', 'set it in the environment or in .env'],
  secrets: ['Secrets', 'see docs/operating.md'],
  mail: ['Mail', 'set it in the environment or in .env'],
} as const;
type Group = keyof typeof GROUPS;

export interface OpenItem {
  group: Group;
  file: string;
  /** From 1 */
  line: number;
  what: string;
  remedy: string;
}

export interface LaunchInput {
  /** The folder of the project, which contains .env */
  root: string;
  /** The content folder */
  dir: string;
  env: NodeJS.ProcessEnv;
  /** YYYY-MM-DD */
  today: string;
}

/** Everything that is open, in the order of GROUPS. Throws if a table or a setting is faulty. */
export function openItems({ root, dir, env, today }: LaunchInput): OpenItem[] {
  const items: OpenItem[] = [];
  const open = (group: Group, file: string, line: number, what: string) =>
    void items.push({ group, file: relative(root, file), line, what, remedy: GROUPS[group][1] });
  const table = (file: string) => ({ file: join(dir, file), ...readTable(join(dir, file)) });
  const settings = readSettings(env);
  const config = readConfig(env);

  const operator = table(OPERATOR_FILE);
  const facts = operatorSchema.safeParse(operator.value);
  if (!facts.success) throw faulty(operator.file);
  for (const { path, about } of unset(operatorSchema, facts.data)) {
    open('operator', operator.file, operator.lineOf(path), `${path.join('.')}: ${about}`);
  }
  const { OPERATOR_FILE: shown } = env;
  if (shown) open('operator', operator.file, 1, `OPERATOR_FILE shows ${shown} in place of this file: unset it`);
  if (/\bexample\b/i.test(JSON.stringify(facts.data.name ?? '')))
    open('operator', operator.file, operator.lineOf(['name']), 'name: is that of an example');
  const expires = facts.data.security?.expires;
  if (expires && expires < daysAfter(today, EXPIRES_SOON_DAYS)) {
    const what = `security.expires: ${expires} is ${expires < today ? 'over' : `within ${EXPIRES_SOON_DAYS} days`}`;
    open('operator', operator.file, operator.lineOf(['security', 'expires']), what);
  }
  const periods = [
    { of: 'applications', setting: 'APPLICATIONS_KEEP_DAYS' },
    { of: 'questions', setting: 'QUESTIONS_KEEP_DAYS' },
  ] as const;
  for (const { of, setting } of periods) {
    const stated = facts.data.keeping?.[of];
    if (!stated || stated === config[setting]) continue;
    const what = `keeping.${of} says ${stated} days, ${setting} is ${config[setting]}`;
    open('operator', operator.file, operator.lineOf(['keeping', of]), what);
  }

  const isBuilt = ({ locale }: { locale: Locale }) => settings.LOCALES.includes(locale);
  for (const { file, text, locale, raw, version = '', reviewed, lineOf } of legalFiles(dir).filter(isBuilt)) {
    const days = config.VITALS_KEEP_DAYS;
    if (
      text === 'privacy' &&
      locale === DEFAULT_LOCALE &&
      settings.VITALS_SHARE &&
      !raw.includes(`deleted after ${days} days`)
    )
      open('legal', file, lineOf(['version']), `the notice does not say that VITALS_KEEP_DAYS is ${days}`);
    if (reviewed && reviewed >= version) continue;
    const line = lineOf([reviewed ? 'reviewed' : 'version']);
    open('legal', file, line, `version ${version} ${reviewed ? `was checked before, on ${reviewed}` : 'is unchecked'}`);
  }

  const exchanges = table('exchanges.yml');
  for (const [index, { mic, holidays }] of (exchanges.value as Exchanges).exchanges.entries()) {
    const until = holidays?.confirmedUntil;
    if (until && until >= today) continue;
    const line = exchanges.lineOf(['exchanges', index, 'holidays', 'confirmedUntil']);
    open('calendars', exchanges.file, line, `${mic}: ${until ? `confirmed until ${until} only` : 'not confirmed'}`);
  }

  const jurisdictions = table('jurisdictions.yml');
  const { sources } = jurisdictions.value as { sources: Record<string, Reviewed> };
  for (const [id, { name, status }] of Object.entries(sources)) {
    if (status === 'confirmed') continue;
    open('jurisdictions', jurisdictions.file, jurisdictions.lineOf(['sources', id, 'status']), `${id}: ${name}`);
  }
  const figures = table('facts.yml');
  for (const [id, { status, note, authority, seen }] of Object.entries(figures.value as Record<string, Reviewed>)) {
    if (status === 'under review')
      open('figures', figures.file, figures.lineOf([id, 'status']), [id, note].filter(Boolean).join(': '));
    if (authority && seen) open('laws', figures.file, figures.lineOf([id, 'seen']), `${id}: read in a copy elsewhere`);
  }

  const feeds = join(dir, SOURCES_FILE);
  const readFeeds = () =>
    placedSources(dir, () => {
      throw faulty(feeds);
    });
  for (const { line, source } of config.FEEDS ? readFeeds() : []) {
    if (source.checked === 'never') open('feeds', feeds, line, `${source.id}: never tried`);
  }

  if (config.FEEDS) {
    const series = table(OFFICIAL_SERIES_FILE);
    for (const [index, { address, checked, series: own }] of (series.value as Files).files.entries()) {
      if (address === undefined || checked !== 'never') continue;
      open('series', series.file, series.lineOf(['files', index, 'checked']), `${own[0]?.id}: never tried`);
    }
  }

  const placeOf = (name: string) => lineOfSetting(root, name);
  for (const [name, value] of Object.entries(settings)) {
    const fault = typeof value === 'string' ? faultOfAddress(value) : null;
    if (fault) open('addresses', ...placeOf(name), `${name}=${value}: ${fault}`);
  }
  if (config.FEEDS && !config.FEEDS_CONTACT) {
    open('addresses', ...placeOf('FEEDS_CONTACT'), 'FEEDS_CONTACT: publishers of feeds learn from it whom to ask');
  }

  const envFile = join(root, '.env');
  if (existsSync(envFile) && (statSync(envFile).mode & 0o077) !== 0) {
    open('secrets', envFile, 1, 'other users of this machine can read the file: chmod 600 .env');
  }
  const example = settingsIn(join(root, '.env.example'));
  for (const name of SECRET) {
    const given = lookUp(env, name)?.trim();
    if (given && given === example.get(name)?.value)
      open('secrets', ...placeOf(name), `${name} is the one of the example`);
  }

  if (!config.SMTP_URL) {
    const why = settings.SIGNUP_URL
      ? 'mails stay in the queue'
      : 'nobody can sign up: the mail with the link is not sent';
    open('mail', ...placeOf('SMTP_URL'), `SMTP_URL: without it ${why}`);
  }
  if (!config.MAIL_FROM) open('mail', ...placeOf('MAIL_FROM'), 'MAIL_FROM: the sender of mails');
  return items;
}

/** How many days before it expires security.txt must be renewed. */
const EXPIRES_SOON_DAYS = 30;
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface Exchanges {
  exchanges: { mic: string; holidays?: { confirmedUntil?: string } }[];
}

interface Reviewed {
  name?: string;
  /** Missing for a fact of law */
  status?: string;
  note?: string;
  authority?: unknown;
  seen?: string;
}

const faulty = (file: string) => new Error(`${relative(process.cwd(), file)} has a fault: see npm run content`);

function readTable(file: string): Yaml {
  const read = readYaml(readFileSync(file, 'utf8'));
  if (read.fault) throw faulty(file);
  return read;
}

interface Files {
  files: { address?: string; checked: string; series: { id: string }[] }[];
}

interface Unset {
  path: PropertyKey[];
  /** What belongs there */
  about: string;
}

/** The described fields that are empty, also of groups and of the entries of lists. */
function* unset(schema: z.ZodObject, value: unknown, path: PropertyKey[] = []): Generator<Unset> {
  for (const [key, field] of Object.entries(schema.shape)) {
    const at = [...path, key];
    const given = lookUp(Object(value) as Record<string, unknown>, key);
    const { description } = field as z.ZodType;
    const inside = bare(field);
    if (description && isEmpty(given)) yield { path: at, about: description };
    else if (inside instanceof z.ZodObject && !description) yield* unset(inside, given, at);
    else if (inside instanceof z.ZodArray && inside.element instanceof z.ZodObject) {
      for (const [index, entry] of ((given ?? []) as unknown[]).entries())
        yield* unset(inside.element, entry, [...at, index]);
    }
  }
}

/** An empty list is a statement: there is none. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty);
}

/** Why visitors cannot use an address; null if they can, or if the text is none. */
function faultOfAddress(text: string): string | null {
  const url = /^(https?|wss?):/.test(text) ? new URL(text) : null;
  if (!url) return null;
  if (
    /^(localhost|127\.|\[::1\]|0\.0\.0\.0)|\.(localhost|test|example|invalid)$|(^|\.)example\.(com|net|org)$/.test(
      url.hostname,
    )
  ) {
    return 'no visitor can reach it';
  }
  return /^(https|wss):$/.test(url.protocol) ? null : 'not encrypted';
}

/** Where a setting stands: in .env, else in .env.example, which has a line for each. */
function lineOfSetting(root: string, name: string): [file: string, line: number] {
  const [envFile, example] = [join(root, '.env'), join(root, '.env.example')];
  const set = settingsIn(envFile).get(name);
  return set ? [envFile, set.line] : [example, settingsIn(example).get(name)?.line ?? 1];
}

/** The settings of a file such as .env by name; in the example they are comments. */
function settingsIn(file: string): Map<string, { value: string; line: number }> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(
    lines.flatMap((text, index) => {
      const [, name, value = ''] = /^(?:# )?([A-Z_]+)=(.*)$/.exec(text) ?? [];
      return name ? [[name, { value: value.trim(), line: index + 1 }]] : [];
    }),
  );
}

/** The list for people: how many of each group, then each. */
export function report(items: readonly OpenItem[]): string[] {
  if (items.length === 0) return ['launch: nothing is open'];
  const groups = Object.entries(GROUPS)
    .map(([group, [title, remedy]]) => ({ title, remedy, inGroup: items.filter((item) => item.group === group) }))
    .filter(({ inGroup }) => inGroup.length > 0);
  const digits = String(items.length).length;
  return [
    ...groups.map(({ title, inGroup }) => `${String(inGroup.length).padStart(digits)}  ${title}`),
    '',
    ...groups.flatMap(({ title, remedy, inGroup }) => [
      `${title} (${inGroup.length})`,
      ...inGroup.map(({ file, line, what }) => `  ${file}:${line}  ${what}`),
      `  → ${remedy}`,
      '',
    ]),
    `launch: ${items.length === 1 ? '1 item is' : `${items.length} items are`} open`,
  ];
}

if (import.meta.main) {
  await runCommand(async (args, env) => {
    const today = new Date().toISOString().slice(0, 10);
    const items = openItems({ root: process.cwd(), dir: CONTENT_DIR, env, today });
    if (items.length > 0) process.exitCode = 1;
    return args.includes('--json') ? [JSON.stringify(items, null, 2)] : report(items);
  });
}

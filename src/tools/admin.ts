/**
 * npm run admin: the commands of the operator. Alone, it lists them; `npm run admin -- users` explains those of users.
 *
 * The commands that need the database are in server/admin.ts: on Postgres they work on the database; with PGlite they
 * ask the server that holds DATA_DIR, or open the folder if none does. The others are programs of their own.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { misspellingOf } from '../catalogue/problem.ts';
import { type AdminRequest, administerAnywhere, COMMANDS } from '../server/admin.ts';
import { BY, type Command } from '../server/command.ts';
import { readConfig } from '../server/config.ts';
import { readSettings } from '../site.ts';
import { runCommand, type Work } from './command.ts';

interface Program {
  about: string;
  /** What is typed behind its name */
  usage: string;
  /** Its module, which is loaded when it runs */
  load: () => Promise<Work>;
}

const PROGRAMS: Record<string, Program> = {
  'mail test': {
    about: 'sends an example by SMTP_URL, past the queue',
    usage: 'ADDRESS [--locale LOCALE]',
    load: async () => (await import('./mailTest.ts')).mailTest,
  },
  flash: {
    about: 'publishes, rewords or withdraws a flash, with the token in FLASH_TOKEN',
    usage: '--lang ja [--important] "…" | --revise ID "…" | --withdraw ID',
    load: async () => (await import('./flash.ts')).flash,
  },
  'feeds check': {
    about: 'tries the feeds of content/sources.opml, and saves nothing',
    usage: '[ID …]',
    load: async () => (await import('./feedsCheck.ts')).feedsCheck,
  },
  'series check': {
    about: 'asks the publishers of content/series.yml, and saves nothing',
    usage: '[ID …]',
    load: async () => (await import('./seriesCheck.ts')).seriesCheck,
  },
  backup: {
    about: 'writes the contents of the database into one file',
    usage: 'FILE',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    about: 'loads a backup into the database, which must be empty',
    usage: 'FILE [--force]',
    load: async () => (await import('./restore.ts')).restore,
  },
  nginx: {
    about: 'prints an nginx.conf for the built site',
    usage: '[--upstream ADDRESS,…] [--user NAME] [--http ADDRESS] [--https ADDRESS]',
    load: async () => (await import('./nginx.ts')).nginx,
  },
};

const TABLE = new Map<string, Command | Program>([...Object.entries(COMMANDS), ...Object.entries(PROGRAMS)]);
const groupOf = (name: string) => name.split(' ')[0] ?? '';
/** All names, those of a group together */
const NAMES = [...Map.groupBy(TABLE.keys(), groupOf).values()].flat();
const HELP = ['help', '--help', '-h'];

interface Around {
  /** Has the process of the database run a request */
  administer?: (request: AdminRequest) => Promise<string[]>;
  /** Reads what is typed or piped in */
  typed?: () => Promise<string>;
}

/** Runs a command; returns the lines to print. Throws errors that may be shown. */
export async function admin(args: string[], env: NodeJS.ProcessEnv, around: Around = {}): Promise<string[]> {
  const [first = '', second = ''] = args;
  if (first === '' || HELP.includes(first)) return overview();
  const name = [`${first} ${second}`, first].find((typed) => TABLE.has(typed)) ?? '';
  const entry = TABLE.get(name);
  if (!entry) {
    const group = NAMES.filter((known) => groupOf(known) === first);
    if (group.length > 0 && (second === '' || HELP.includes(second))) return usage(group);
    const before = group.length > 0 ? `${first} ` : '';
    const [typed, known] = before
      ? [second, group.map((full) => full.slice(before.length))]
      : [first, NAMES.map(groupOf)];
    const best = misspellingOf(typed, known);
    const remedy = best === undefined ? '' : ` Did you mean '${before}${best}'?`;
    throw new Error(`There is no command '${before}${typed}'.${remedy} 'npm run admin' lists those there are.`);
  }
  const rest = args.slice(name.split(' ').length);
  if (rest.some((typed) => typed === '--help' || typed === '-h')) return usage([name]);
  if ('load' in entry) return (await entry.load())(rest, env);

  const request = requestOf(name, entry, rest);
  const { to, from } = request;
  if (to !== undefined && existsSync(to)) throw new Error(`'${to}' exists already: give the export another name.`);
  if ('from' in entry.options && request.text === undefined) {
    const { typed = () => text(process.stdin) } = around;
    request.text = from === undefined ? await typed() : await readFile(from, 'utf8');
  }
  const { administer = (asked) => administerAnywhere(readConfig(env), asked, readSettings(env).SITE_URL) } = around;
  const lines = await administer(request);
  if (to === undefined) return lines;
  // The file holds personal data, so nobody else on this machine may read it.
  writeFileSync(to, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return [`The export is in '${to}'. It holds personal data: remove it when it has served.`];
}

/** What was typed behind the name of a command, by the names of its arguments and options. */
function requestOf(name: string, { args, options, joinsWords }: Command, typed: string[]): AdminRequest {
  const explained = (fault: string) => new Error([fault, ...usage([name])].join('\n'));
  const parsed = () => {
    const strings = [...Object.keys(options), 'by'].map((option) => [option, { type: 'string' }] as const);
    try {
      return parseArgs({ args: typed, allowPositionals: true, options: Object.fromEntries(strings) });
    } catch (error) {
      // After its message about an option, parseArgs() gives advice that does not help here.
      throw explained(`${(error as Error).message.split('. ')[0]}.`);
    }
  };
  const { positionals, values } = parsed();
  const words = joinsWords && positionals.length > 0 ? [positionals.join(' ')] : positionals;
  const names = Object.keys(args);
  const missing = Object.entries(args).find(([, { type }], place) => place >= words.length && type !== 'optional');
  if (missing) throw explained(`'${name}' needs ${word(missing[0])}.`);
  if (words.length > names.length) throw explained(`'${name}' does not take '${words[names.length]}'.`);
  const given = Object.fromEntries(names.map((arg, place) => [arg, words[place]]));
  return { ...given, by: userInfo().username, ...(values as Record<string, string>), command: name };
}

/** Every command in a line. */
function overview(): string[] {
  const width = Math.max(...NAMES.map((name) => name.length));
  const head = "npm run admin -- COMMAND …   'npm run admin -- users' explains those of users";
  return [head, '', ...NAMES.map((name) => `${name.padEnd(width)}  ${TABLE.get(name)?.about}`)];
}

/** What stands in help for an argument or option */
const word = (field: string) => field.toUpperCase();

/** How commands are typed, and what stands for what. */
function usage(names: readonly string[]): string[] {
  const explained = new Map<string, string>();
  const lines = [...TABLE].flatMap(([name, entry]) => {
    if (!names.includes(name)) return [];
    const typed = `npm run admin -- ${name}`;
    if ('load' in entry) return [`${typed} ${entry.usage}`, `    ${entry.about}`];
    const { args, options, about } = entry;
    const words = [
      ...Object.entries(args).map(([field, { type }]) => (type === 'optional' ? `[${word(field)}]` : word(field))),
      ...Object.keys(options).map((field) => `[--${field} ${word(field)}]`),
    ];
    for (const [field, schema] of Object.entries({ ...args, ...options })) {
      explained.set(word(field), meaningOf(schema as v.GenericSchema));
    }
    return [[typed, ...words].join(' '), `    ${about}`];
  });
  if (names.some((name) => Object.hasOwn(COMMANDS, name))) explained.set('--by NAME', meaningOf(BY));
  return [...lines, ...[...explained].map(([name, meaning]) => `${name}: ${meaning}`)];
}

/** What an argument or option may be. */
function meaningOf(schema: v.GenericSchema): string {
  const inner = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
  return 'options' in inner ? (inner.options as string[]).join(', ') : (v.getDescription(inner) ?? '');
}

if (import.meta.main) await runCommand(admin);

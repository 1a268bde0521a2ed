/**
 * What a command of the operator is. Its arguments and options are named once, with their schemas: tools/admin.ts reads
 * what was typed by them and prints help from them, and the process that holds the database checks a request by them.
 */
import * as v from 'valibot';
import type { Orm } from './db/database.ts';
import { Refusal } from './db/errors.ts';

/** What commands work on: the database and the folder of files. */
export interface CommandContext {
  orm: Orm;
  dataDir: string;
  /** Origin of the site, for addresses in mails */
  site: string;
}

interface Definition<A extends v.ObjectEntries, O extends v.ObjectEntries> {
  /** What it does, in the line of help */
  about: string;
  /** What is typed behind its name, in this order */
  args?: A;
  options?: O;
  /** Whether the last argument may be several words */
  joinsWords?: boolean;
  /** Returns the lines to print. Throws a Refusal that says what to do. */
  run: (
    on: CommandContext,
    given: v.InferOutput<v.ObjectSchema<A & O & { by: typeof BY }, undefined>>,
    now: Date,
  ) => Promise<string[]>;
}

export interface Command extends Required<Omit<Definition<v.ObjectEntries, v.ObjectEntries>, 'run'>> {
  /** Checks what was given; returns what does the work. Throws a Refusal. */
  prepare: (given: Record<string, unknown>) => (on: CommandContext, now?: Date) => Promise<string[]>;
}

/** Names of editors and operators, as the audit entries store them. */
export const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/** Who acts: an option of every command, by default the logged-in user. */
export const BY = v.pipe(
  v.string(),
  v.regex(NAME, 'Say who you are: --by NAME, of up to 40 letters, digits, spaces and . _ -'),
  v.description('your name, for the audit; by default the logged-in user'),
);

/** Defines a command. */
export function command<
  A extends v.ObjectEntries = Record<never, never>,
  O extends v.ObjectEntries = Record<never, never>,
>({ about, args = {} as A, options = {} as O, joinsWords = false, run }: Definition<A, O>): Command {
  const schema = v.object({ ...args, ...options, by: BY });
  return {
    about,
    args,
    options,
    joinsWords,
    prepare: (given) => {
      const checked = v.safeParse(schema, given);
      if (!checked.success) throw new Refusal(checked.issues[0].message);
      return (on, now = new Date()) => run(on, checked.output, now);
    },
  };
}

/** A text; `about` explains it in help. */
export const text = (about: string) => v.pipe(v.string(), v.description(about));

/** A word of a list; `what` names it if it is another. */
export const oneOf = <const T extends readonly string[]>(what: string, list: T) =>
  v.picklist(
    list,
    ({ input }) => `'${input}' is no ${what}: there are ${list.join(list.length > 2 ? ', ' : ' and ')}.`,
  );

/** A word that names something; `examples` says what such words look like. */
export const looksLike = (pattern: RegExp, examples: string) =>
  v.pipe(
    v.string(),
    v.regex(pattern, ({ input }) => `'${input.slice(0, 40)}' is no reference: they look like ${examples}.`),
    v.description(examples),
  );

/** A reference, typed in either case. */
export const reference = (pattern: RegExp, example: string) =>
  v.pipe(v.string(), v.toUpperCase(), looksLike(pattern, example));

/** The company that something is assigned to. */
export const COMPANY = text("an id as 'npm run admin -- companies list' prints it");

/** Options of an export. The file is written where the command was typed, not by the process of the database. */
export const EXPORT = {
  format: v.optional(oneOf('format', ['csv', 'json']), 'csv'),
  to: v.optional(text('a new file, instead of printing')),
};

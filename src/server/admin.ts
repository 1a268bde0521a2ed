/**
 * Commands of the operator reach the process that holds a data folder through a socket in that folder, which only its
 * owner may enter. A request and its reply are one line of JSON each. The socket cannot be reached from the
 * network, so it needs no password.
 */
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { lookUp } from '../lookUp.ts';
import { readSettings } from '../site.ts';
import { APPLICATION_COMMANDS } from './applications/commands.ts';
import type { Command, CommandContext } from './command.ts';
import { COMPANY_COMMANDS } from './companies/commands.ts';
import type { Config } from './config.ts';
import { DATABASE_COMMANDS } from './db/compact.ts';
import type { Database } from './db/database.ts';
import { codeOf, DatabaseError, Refusal } from './db/errors.ts';
import { needFolder } from './db/opening/folder.ts';
import { connect, exclusively, migrate } from './db/opening/open.ts';
import { describeError, type Log } from './log.ts';
import { MAIL_COMMANDS } from './mail/commands.ts';
import { MODERATION_COMMANDS } from './moderation/commands.ts';
import { EDITOR_COMMANDS } from './news/editors.ts';
import { POLICY_COMMANDS } from './policyReports/commands.ts';
import { POST_COMMANDS } from './posts/commands.ts';
import { REPLY_COMMANDS } from './replies/commands.ts';
import { QUESTION_COMMANDS } from './support/commands.ts';
import { USER_COMMANDS } from './users/commands.ts';
import { VITALS_COMMANDS } from './vitals/commands.ts';
import { WEBHOOK_COMMANDS } from './webhooks/commands.ts';

/** The commands that need the database, by what is typed: 'users list'. */
export const COMMANDS: Record<string, Command> = {
  ...APPLICATION_COMMANDS,
  ...QUESTION_COMMANDS,
  ...POST_COMMANDS,
  ...REPLY_COMMANDS,
  ...MODERATION_COMMANDS,
  ...USER_COMMANDS,
  ...COMPANY_COMMANDS,
  ...EDITOR_COMMANDS,
  ...MAIL_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...POLICY_COMMANDS,
  ...VITALS_COMMANDS,
  ...DATABASE_COMMANDS,
};

/** A command, who acts, its arguments and options by their names. */
const adminRequest = v.objectWithRest({ command: v.string(), by: v.string() }, v.optional(v.string()));
export type AdminRequest = v.InferOutput<typeof adminRequest>;

const reply = v.union([v.object({ lines: v.array(v.string()) }), v.object({ error: v.string() })]);

export interface AdminServer {
  close(): Promise<void>;
}

/** How long to retry: a starting server holds its folder for some seconds before it listens there. */
const STARTING_MS = 30_000;

const socketOf = (dataDir: string) => join(dataDir, 'admin.sock');

/** Checks a request; returns what does its work. Throws a Refusal that says what is wrong. */
function prepare({ command: name, ...given }: AdminRequest): ReturnType<Command['prepare']> {
  const command = lookUp(COMMANDS, name);
  if (!command) throw new Refusal(`There is no command '${name.slice(0, 40)}'.`);
  return command.prepare(given);
}

/** Runs a request; returns the lines to print. Throws a Refusal or DatabaseError whose message may be shown. */
export const administer = async (on: CommandContext, request: AdminRequest, now?: Date): Promise<string[]> =>
  prepare(request)(on, now);

/** Serves the tools. Does nothing with Postgres, which the tools reach themselves. */
export function startAdmin({
  database,
  config,
  site,
  log,
}: {
  database: Database;
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;
  site: string;
  log: Log;
}): AdminServer {
  if (config.DATABASE_URL) return { close: async () => {} };
  const serving = serveAdmin({ orm: database.orm, dataDir: config.DATA_DIR, site }, log);
  return { close: async () => (await serving).close() };
}

/** Serves the socket of a data folder that this process holds. If the socket cannot be created, only logs that. */
async function serveAdmin(on: CommandContext, log: Log): Promise<AdminServer> {
  const path = socketOf(on.dataDir);
  // A killed process leaves its socket behind. This process holds the folder, so nobody listens there.
  await rm(path, { force: true }).catch(() => {});
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    createInterface({ input: socket }).once('line', async (line) => {
      const answer = await answerTo(on, line).catch((error: unknown) => {
        log({ level: 'error', event: 'admin', ...describeError(error) });
        return { error: 'The server has failed.' };
      });
      socket.end(`${JSON.stringify(answer)}\n`);
    });
  });
  server.on('error', (error) => log({ level: 'error', event: 'admin', ...describeError(error) }));
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve()).listen(path, resolve);
  });
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answerTo(on: CommandContext, line: string): Promise<v.InferOutput<typeof reply>> {
  try {
    return { lines: await administer(on, v.parse(adminRequest, JSON.parse(line))) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof DatabaseError) return { error: error.message };
    throw error;
  }
}

/** Sends a request to the process that holds a data folder; null if none listens. Throws the error that it replies. */
async function askAdmin(dataDir: string, request: AdminRequest): Promise<string[] | null> {
  const socket = createConnection(socketOf(dataDir));
  try {
    const line = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Refusal('The server has ended without an answer.')));
      createInterface({ input: socket }).on('error', reject).once('line', resolve);
      socket.write(`${JSON.stringify(request)}\n`);
    });
    const answer = v.parse(reply, JSON.parse(line));
    if ('error' in answer) throw new Refusal(answer.error);
    return answer.lines;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error) ?? '')) return null;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** Runs a request through the server that holds the data folder, or directly on the database if there is none. */
export async function administerAnywhere(
  { DATABASE_URL: url, DATA_DIR: dataDir }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  request: AdminRequest,
  site = readSettings(process.env).SITE_URL,
): Promise<string[]> {
  const work = prepare(request);
  // An editor may be added before the first start. For the others, a missing folder means a wrong DATA_DIR.
  if (!request.command.startsWith('editors ')) needFolder({ url, dataDir });
  if (url && request.command === 'compact') {
    throw new Refusal(
      "Only the embedded database is compacted so. For Postgres see 'Erased data' in docs/operating.md.",
    );
  }
  const until = performance.now() + STARTING_MS;
  let database: Database | undefined;
  while (!database) {
    const answered = url ? null : await askAdmin(dataDir, request);
    if (answered) return answered;
    database = await connect({ url, dataDir }).catch((error: unknown) => {
      if (codeOf(error) !== 'ELOCKED' || performance.now() > until) throw error;
      return undefined;
    });
    if (!database) await setTimeout(100);
  }
  try {
    await exclusively(database, migrate);
    return await work({ orm: database.orm, dataDir, site });
  } finally {
    await database.close();
  }
}

/**
 * Where the tool for editors reaches the process that holds a data folder: a socket in that folder, which nobody but its
 * owner may enter. One line of JSON asks, one answers. No address of the network leads here, so it needs no password.
 */
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { codeOf, DatabaseError, Refusal } from '../db/errors.ts';
import type { Orm } from '../db/open.ts';
import { describeError, type Log } from '../log.ts';
import { addEditor, listEditors, revokeEditor } from './editors.ts';

const request = v.variant('action', [
  v.object({ action: v.literal('add'), name: v.string() }),
  v.object({ action: v.literal('revoke'), name: v.string() }),
  v.object({ action: v.literal('list') }),
]);
export type AdminRequest = v.InferOutput<typeof request>;

const reply = v.union([v.object({ lines: v.array(v.string()) }), v.object({ error: v.string() })]);

export interface AdminServer {
  close(): Promise<void>;
}

const socketOf = (dataDir: string) => join(dataDir, 'admin.sock');

/** Does what an editor's tool asks for; returns what it prints. Throws a Refusal or DatabaseError made to be shown. */
export async function administer(orm: Orm, wish: AdminRequest): Promise<string[]> {
  if (wish.action === 'add') {
    const token = await addEditor(orm, wish.name);
    return [`The token of '${wish.name}', shown this once: keep it in FLASH_TOKEN.`, token];
  }
  if (wish.action === 'revoke') {
    await revokeEditor(orm, wish.name);
    return [`The token of '${wish.name}' is worth nothing from now on.`];
  }
  const editors = await listEditors(orm);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return editors.map(
    ({ name, createdAt, revokedAt }) =>
      `${name}  since ${day(createdAt)}${revokedAt ? `, revoked ${day(revokedAt)}` : ''}`,
  );
}

/** Serves the socket of a data folder that this process holds. Where there can be none, the log says so and no more. */
export async function serveAdmin(orm: Orm, dataDir: string, log: Log): Promise<AdminServer> {
  const path = socketOf(dataDir);
  // Of a process that was killed: the folder is ours, so nobody listens there.
  await rm(path, { force: true }).catch(() => {});
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    createInterface({ input: socket }).once('line', async (line) => {
      const answer = await answerTo(orm, line).catch((error: unknown) => {
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

async function answerTo(orm: Orm, line: string): Promise<v.InferOutput<typeof reply>> {
  try {
    return { lines: await administer(orm, v.parse(request, JSON.parse(line))) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof DatabaseError) return { error: error.message };
    throw error;
  }
}

/** Asks the process that holds a data folder; null where none listens there. Throws what it answers as an error. */
export async function askAdmin(dataDir: string, wish: AdminRequest): Promise<string[] | null> {
  const socket = createConnection(socketOf(dataDir));
  try {
    const line = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Refusal('The server has ended without an answer.')));
      createInterface({ input: socket }).on('error', reject).once('line', resolve);
      socket.write(`${JSON.stringify(wish)}\n`);
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

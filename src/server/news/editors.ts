/**
 * Editors and their tokens. A token is 256 random bits, so storing its SHA-256 is enough: slow hashes and salts protect
 * secrets that people choose and others can guess, and nobody can try 2^256. A lookup by the hash needs no comparison
 * that could be timed: varying a token reveals nothing about a hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { audit, editors } from '../db/schema.ts';

/** Names of editors and operators, as the audit entries store them. */
export const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;
const TOKEN = /^finger_[\w-]{43}$/;

/** Requests of the editors tool. */
export const editorsRequest = v.variant('action', [
  v.object({ tool: v.literal('editors'), action: v.literal('add'), name: v.string() }),
  v.object({ tool: v.literal('editors'), action: v.literal('revoke'), name: v.string() }),
  v.object({ tool: v.literal('editors'), action: v.literal('list') }),
]);

/** Executes a request of the tool; returns the lines to print. */
export async function administerEditors(orm: Orm, request: v.InferOutput<typeof editorsRequest>): Promise<string[]> {
  if (request.action === 'add') {
    const token = await addEditor(orm, request.name);
    return [`The token of '${request.name}', shown this once: keep it in FLASH_TOKEN.`, token];
  }
  if (request.action === 'revoke') {
    await revokeEditor(orm, request.name);
    return [`The token of '${request.name}' is worth nothing from now on.`];
  }
  const editors = await listEditors(orm);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return editors.map(
    ({ name, createdAt, revokedAt }) =>
      `${name}  since ${day(createdAt)}${revokedAt ? `, revoked ${day(revokedAt)}` : ''}`,
  );
}

/** Adds an editor, or gives a revoked one a new token. Returns the token, which is not stored. */
export async function addEditor(orm: Orm, name: string, now = new Date()): Promise<string> {
  if (!NAME.test(name)) {
    throw new Refusal('A name begins with a letter or digit and has up to 40 letters, digits, spaces and . _ -');
  }
  const token = `finger_${randomBytes(32).toString('base64url')}`;
  const values = { tokenHash: hashOf(token), createdAt: now, revokedAt: null };
  await guarded('adding an editor', () =>
    orm.transaction(async (tx) => {
      const [known] = await tx.select().from(editors).where(eq(editors.name, name)).for('update');
      if (known && !known.revokedAt) throw new Refusal(`'${name}' has a token already: revoke it first.`);
      await tx
        .insert(editors)
        .values({ name, ...values })
        .onConflictDoUpdate({ target: editors.name, set: values });
      await tx.insert(audit).values({ at: now, editor: name, action: 'token' });
    }),
  );
  return token;
}

/** Revokes the editor's token at once. */
export async function revokeEditor(orm: Orm, name: string, now = new Date()): Promise<void> {
  await guarded('revoking an editor', () =>
    orm.transaction(async (tx) => {
      const found = await tx
        .update(editors)
        .set({ revokedAt: now })
        .where(and(eq(editors.name, name), isNull(editors.revokedAt)))
        .returning();
      if (found.length === 0) throw new Refusal(`There is no editor '${name}' with a token.`);
      await tx.insert(audit).values({ at: now, editor: name, action: 'revoke' });
    }),
  );
}

export async function listEditors(orm: Orm): Promise<{ name: string; createdAt: Date; revokedAt: Date | null }[]> {
  const { name, createdAt, revokedAt } = editors;
  return guarded('listing editors', () => orm.select({ name, createdAt, revokedAt }).from(editors).orderBy(asc(name)));
}

/** The name of the editor with this token; null if it is unknown or revoked. */
export async function editorOf(orm: Orm, token: string | undefined): Promise<string | null> {
  if (!token || !TOKEN.test(token)) return null;
  const [found] = await guarded('looking an editor up', () =>
    orm
      .select({ name: editors.name })
      .from(editors)
      .where(and(eq(editors.tokenHash, hashOf(token)), isNull(editors.revokedAt))),
  );
  return found?.name ?? null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

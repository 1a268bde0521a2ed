/**
 * Editors and their tokens. A token is 256 random bits, so its SHA-256 is enough to keep: slow hashes and salts protect
 * what people think up and others can guess, and nobody can try 2^256. A look-up by the hash needs no comparison that
 * could be timed: who varies a token learns nothing of a hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { audit, editors } from '../db/schema.ts';

/** Names of editors and operators, as the audits hold them. */
export const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;
const TOKEN = /^finger_[\w-]{43}$/;

/** What the tool of editors may ask. */
export const editorsRequest = v.variant('action', [
  v.object({ tool: v.literal('editors'), action: v.literal('add'), name: v.string() }),
  v.object({ tool: v.literal('editors'), action: v.literal('revoke'), name: v.string() }),
  v.object({ tool: v.literal('editors'), action: v.literal('list') }),
]);

/** Does what the tool asks for; returns what it prints. */
export async function administerEditors(orm: Orm, wish: v.InferOutput<typeof editorsRequest>): Promise<string[]> {
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

/** Makes an editor, or gives one who was revoked a new token. Returns the token, which is not kept. */
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

/** From now on the editor's token is worth nothing. */
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

/** The name of the editor whose token this is; null for any other text, and once it is revoked. */
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

/**
 * Editors and their tokens. A token is 256 random bits, so storing its SHA-256 is enough: slow hashes and salts protect
 * secrets that people choose and others can guess, and nobody can try 2^256. A lookup by the hash needs no comparison
 * that could be timed: varying a token reveals nothing about a hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { command, NAME, text } from '../command.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { audit, editors } from '../db/schema.ts';

const TOKEN = /^finger_[\w-]{43}$/;

const EDITOR = { name: text('up to 40 letters, digits, spaces and . _ -') };
const day = (at: Date) => at.toISOString().slice(0, 10);

export const EDITOR_COMMANDS = {
  'editors list': command({
    about: 'editors, since when, and whose token is revoked',
    run: async ({ orm }) =>
      (await listEditors(orm)).map(
        ({ name, createdAt, revokedAt }) =>
          `${name}  since ${day(createdAt)}${revokedAt ? `, revoked ${day(revokedAt)}` : ''}`,
      ),
  }),
  'editors add': command({
    about: 'gives an editor a token, which is shown once',
    args: EDITOR,
    joinsWords: true,
    run: async ({ orm }, { name }) => [
      `The token of '${name}', shown this once: keep it in FLASH_TOKEN.`,
      await addEditor(orm, name),
    ],
  }),
  'editors revoke': command({
    about: 'makes the token of an editor worth nothing',
    args: EDITOR,
    joinsWords: true,
    run: async ({ orm }, { name }) => {
      await revokeEditor(orm, name);
      return [`The token of '${name}' is worth nothing from now on.`];
    },
  }),
};

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

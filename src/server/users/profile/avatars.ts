/** Avatars: taking one, removing it, and sending it to whoever knows its address. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AVATAR, AVATAR_PATH, avatarCall } from '../../../contract/users.ts';
import { type ApiContext, sendVariant } from '../../answers.ts';
import { fault, noEnvelope } from '../../apiCalls.ts';
import type { Arrival } from '../../bodies.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userAvatars } from '../../db/schema.ts';
import { formOf, readFile } from '../../formFile.ts';
import { sentAs } from '../../openApi.ts';
import type { UserPart } from '../userCalls.ts';
import { avatarFrom } from './pictures.ts';

/** A new picture gets a new address. One that is removed may stay in the caches of others for a day, not longer. */
const A_DAY = 'public, max-age=86400, must-revalidate';

const ID = /^[\w-]{32}$/;

export function addAvatars({ calls, bodies, createLimit, perMinute }: UserPart): void {
  calls.withSession({
    call: avatarCall,
    method: 'post',
    operationId: 'userAvatar',
    summary:
      'Takes a JPEG, PNG or WebP of up to 2 MB and 24 megapixels, of which it keeps a square. The old address ends',
    takesFile: true,
    limit: createLimit(perMinute, 'avatar'),
    handle: ({ c, orm, now, user }) =>
      bodies.file(c, async (arrive) => {
        const bytes = await receive(c, arrive);
        if (bytes === 'file') return { error: 'invalid', message: 'server.licenceFile', field: 'file' };
        if (bytes === 'size') return fault('file', 'avatarSize');
        const made = await avatarFrom(bytes);
        if (typeof made === 'string') return fault('file', made);
        return { data: { avatar: await keepAvatar(orm, user.id, made, now) } };
      }),
  });

  calls.withSession({
    call: avatarCall,
    method: 'delete',
    operationId: 'userAvatarRemove',
    summary: 'Removes the avatar',
    handle: async ({ orm, user }) => {
      await guarded('removing an avatar', () => orm.delete(userAvatars).where(eq(userAvatars.userId, user.id)));
      return { data: { avatar: null } };
    },
  });

  calls.open({
    call: { path: AVATAR_PATH, data: noEnvelope },
    operationId: 'userAvatarPicture',
    summary: 'An avatar, by the id in its address',
    refuses: ['notFound'],
    sends: sentAs('image/webp'),
    handle: async ({ c, orm, param }) => {
      const id = param('id');
      const [row] = ID.test(id)
        ? await guarded('reading an avatar', () =>
            orm.select({ bytes: userAvatars.bytes }).from(userAvatars).where(eq(userAvatars.id, id)),
          )
        : [];
      if (!row) return { error: 'notFound', message: 'server.notFound' };
      const picture = { etag: `"${id}"`, headers: { 'Content-Type': 'image/webp' }, body: () => row.bytes };
      // The site may be on another origin than the API.
      const headers = { 'Cache-Control': A_DAY, 'Cross-Origin-Resource-Policy': 'cross-origin' };
      return sendVariant(c, picture, headers);
    },
  });
}

/** The file of the form; 'file' if it has none, 'size' if it is too large. Rejects if the body fails. */
async function receive(c: ApiContext, arrive: () => Arrival): Promise<Buffer | 'file' | 'size'> {
  const { incoming } = c.env;
  const form = formOf(incoming, AVATAR.bytes);
  if (!form) return 'file';
  return readFile(incoming, form, arrive(), async (file) => {
    const chunks: Buffer[] = [];
    for await (const chunk of file) chunks.push(chunk);
    return file.truncated ? 'size' : Buffer.concat(chunks);
  });
}

/** Keeps an avatar in place of the one before. Returns its address. */
async function keepAvatar(orm: Orm, userId: string, bytes: Buffer, now: Date): Promise<string> {
  const avatar = { id: randomBytes(24).toString('base64url'), bytes, createdAt: now };
  await guarded('keeping an avatar', () =>
    orm
      .insert(userAvatars)
      .values({ ...avatar, userId })
      .onConflictDoUpdate({ target: userAvatars.userId, set: avatar }),
  );
  return avatarAddress(avatar.id);
}

/** The address of an avatar by its id. */
export const avatarAddress = (id: string) => AVATAR_PATH.replace('{id}', id);

/** The address of a user's avatar; null if there is none. */
export async function avatarOf(orm: Orm, userId: string): Promise<string | null> {
  const [row] = await guarded('looking an avatar up', () =>
    orm.select({ id: userAvatars.id }).from(userAvatars).where(eq(userAvatars.userId, userId)),
  );
  return row ? avatarAddress(row.id) : null;
}

/** The public page of a user. */
import type { PublicUser } from '../contract/users.ts';
import type { UserService } from './user.ts';

/** What a user has made public. 'missing' if nobody has the nickname, 'failed' if the call fails. Never rejects. */
export async function readPublic(
  nickname: string,
  service: UserService,
): Promise<{ user: PublicUser } | 'missing' | 'failed'> {
  try {
    const [{ userCall }, { publicCall }] = await Promise.all([
      import('../api/users.ts'),
      import('../contract/users.ts'),
    ]);
    return { user: await userCall(publicCall, { ...service, quiet: true }, { parameters: { nickname } }) };
  } catch (error) {
    const { ApiError, SERVER_CODES } = await import('../contract/errors.ts');
    return error instanceof ApiError && error.code === SERVER_CODES.notFound.code ? 'missing' : 'failed';
  }
}

/** What is read of users beside the pages of their own account: what a user has made public. */

import type { Service } from '../contract/common.ts';
import type { PublicUser } from '../contract/users.ts';

/** What a user has made public. 'missing' if nobody has the nickname, 'failed' if the call fails. Never rejects. */
export async function readPublic(
  nickname: string,
  service: Service,
): Promise<{ user: PublicUser } | 'missing' | 'failed'> {
  try {
    const { nullIf, publicCall, request } = await import('./lazy/profile.ts');
    const user = await nullIf(request(publicCall, service, { parameters: { nickname } }), 'notFound');
    return user ? { user } : 'missing';
  } catch {
    return 'failed';
  }
}

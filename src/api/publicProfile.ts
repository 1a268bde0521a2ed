/** What is read of users beside the pages of their own account: what a user has made public, and in which role they apply. */

import type { Service } from '../contract/common.ts';
import type { PublicUser } from '../contract/users.ts';
import type { Role } from '../forms/lists.ts';

/** What a user has made public. 'missing' if nobody has the nickname, 'failed' if the call fails. Never rejects. */
export async function readPublic(
  nickname: string,
  service: Service,
): Promise<{ user: PublicUser } | 'missing' | 'failed'> {
  try {
    const { nullIf, publicCall, request } = await import('./profile.ts');
    const user = await nullIf(request(publicCall, service, { parameters: { nickname } }), 'notFound');
    return user ? { user } : 'missing';
  } catch {
    return 'failed';
  }
}

/** In which role the user applies, and whether they have applied; null if it is unknown. Never rejects. */
export async function readRole(service: Service): Promise<{ role: Role | null; hasApplied: boolean } | null> {
  try {
    const { centerCall, request } = await import('./profile.ts');
    const { role, applications } = await request(centerCall, service);
    return { role, hasApplied: applications.length > 0 };
  } catch {
    return null;
  }
}

/** What the head of the members' pages tells of a user, from their user center: whichever island has read it. */
import { atom } from 'nanostores';
import type { Service } from '../contract/common.ts';
import type { UserCenterData } from '../contract/users.ts';

/** Null until it is read. */
export const $center = atom<Pick<UserCenterData, 'role' | 'applications' | 'twoStep' | 'moderates'> | null>(null);

/** Never rejects. */
export async function readCenter(service: Service): Promise<void> {
  try {
    const { centerCall, request } = await import('../api/lazy/profile.ts');
    $center.set(await request(centerCall, service));
  } catch {
    // The page works without it.
  }
}

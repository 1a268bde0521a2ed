import type { Role } from '../accounts/lists.ts';
import type { UserService } from './user.ts';

/** In which role the user applies, and whether they have applied; null if it is unknown. Never throws. */
export async function readRole(service: UserService): Promise<{ role: Role | null; hasApplied: boolean } | null> {
  try {
    const [{ userCall }, { centreCall }] = await Promise.all([
      import('../api/users.ts'),
      import('../contract/users.ts'),
    ]);
    const { role, applications } = await userCall(centreCall, { ...service, quiet: true });
    return { role, hasApplied: applications.length > 0 };
  } catch {
    return null;
  }
}

import type { PermissionList } from '../contract/permissionList.ts';

/** Fetches the catalogue of permissions, a file of the site. Rejects if it cannot be read. */
export async function readPermissionList(address: string): Promise<PermissionList> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

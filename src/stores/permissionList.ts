import { atom } from 'nanostores';
import { readSiteFile } from '../api/siteFile.ts';
import type { PermissionList } from '../contract/permissionList.ts';

/** The catalogue of permissions in the language of the page, once it is loaded. */
export const $permissionList = atom<PermissionList | 'loading' | 'failed'>('loading');

/** Loads the catalogue. Never throws. */
export async function loadPermissionList(address: string): Promise<void> {
  $permissionList.set('loading');
  try {
    $permissionList.set(await readSiteFile<PermissionList>(address));
  } catch {
    $permissionList.set('failed');
  }
}

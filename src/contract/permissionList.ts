/** The catalogue of permissions as the pages of companies load it: a file of the site for each language. */
export interface ListedPermission {
  id: string;
  name: string;
  /** A sentence */
  allows: string;
  /** Present if Finger itself refuses what is not permitted */
  finger?: true;
  /** Permissions that the same person may not hold as well */
  excludes?: string[];
}

export type PermissionList = { id: string; name: string; permissions: ListedPermission[] }[];

import { PERMISSIONS_FILE, readPermissions } from '../../../catalogue/permissions.ts';
import { AS_ENTRIES_BESIDE, tableRule } from '../tables.ts';

/** The permissions of companies: ids, groups, every language, and which exclude each other. */
export const permissions = tableRule(PERMISSIONS_FILE, (written, report) => {
  readPermissions(written, (line, what) => report(line, what, '', AS_ENTRIES_BESIDE));
});

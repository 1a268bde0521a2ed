import { PERMISSIONS_FILE, readPermissions } from '../../../catalogue/permissions.ts';
import type { Rule } from '../rule.ts';

const EXPECTED = 'what the head of the file says of its fields';

/** The permissions of companies: ids, groups, every language, and which exclude each other. */
export const permissions: Rule = {
  name: 'table',
  checks: ({ table }) => ({
    folder(reportIn) {
      const report = reportIn(PERMISSIONS_FILE);
      const written = table(PERMISSIONS_FILE);
      if (!written) return report(1, 'the file is missing', `content/${PERMISSIONS_FILE}`, 'bring it back');
      if (written.fault) return; // The rule for syntax reports it.
      readPermissions(written, (line, what) => report(line, what, EXPECTED, 'write it as the entries beside it'));
    },
  }),
};

/** What an operator reads of the reports on the content security policy. They name nobody, so no audit has it. */
import { desc, max, min, sum } from 'drizzle-orm';
import { command } from '../command.ts';
import { guarded } from '../db/errors.ts';
import { policyReports } from '../db/schema.ts';
import { KEEP_DAYS } from './policyReports.ts';

export const POLICY_COMMANDS = {
  'policy reports': command({
    about: 'what the content security policy stopped in browsers: how often, by directive and host',
    run: async ({ orm }) => {
      const { directive, blocked, day, count } = policyReports;
      const total = sum(count).mapWith(Number);
      const found = await guarded('reading the reports', () =>
        orm
          .select({ directive, blocked, total, first: min(day), last: max(day) })
          .from(policyReports)
          .groupBy(directive, blocked)
          .orderBy(desc(total), directive, blocked),
      );
      return found.length > 0
        ? found.map((row) => [row.total, row.directive, row.blocked || '-', row.first, row.last].join('  '))
        : [`No browser has reported anything in ${KEEP_DAYS} days.`];
    },
  }),
};

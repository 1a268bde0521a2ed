import { and, inArray, lt } from 'drizzle-orm';
import { FINAL_STATES } from '../../forms/lists.ts';
import { forgetApplication } from '../companies/work/companyOfApplication.ts';
import { applicationAudit, applications } from '../db/schema.ts';
import type { Erasable } from '../shared/erase.ts';
import { LICENSES } from '../shared/files.ts';

/** How applications are erased. */
export const ERASED_APPLICATIONS: Erasable = {
  table: applications,
  audit: applicationAudit,
  shelf: LICENSES,
  doing: { erase: 'erasing an application', look: 'looking for old applications' },
  isOver: (before) => and(inArray(applications.state, [...FINAL_STATES]), lt(applications.finalAt, before)),
  // Before the application is locked, as who decides on it does.
  prepare: forgetApplication,
};

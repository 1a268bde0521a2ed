/** The calls of companies. Each part has a file. */
import type { Part } from '../users/calls.ts';
import { addApplications } from './assignedApplications.ts';
import { addQuestions } from './assignedQuestions.ts';
import { addAudit } from './audit.ts';
import { createCompanyCalls } from './calls.ts';
import { addCompany } from './company.ts';
import { addDepartments } from './departments.ts';
import { addGrants } from './grantCalls.ts';
import { addInvitations } from './invitations.ts';
import { addKeys } from './keys.ts';
import { addMembers } from './memberCalls.ts';
import { addPublishing } from './publicationCalls.ts';
import { addWebhooks } from './webhooks.ts';

export function addCompanies(part: Part): void {
  const company = createCompanyCalls(part.calls);
  const parts = [
    addCompany,
    addDepartments,
    addMembers,
    addInvitations,
    addGrants,
    addAudit,
    addApplications,
    addQuestions,
    addKeys,
    addWebhooks,
    addPublishing,
  ];
  for (const add of parts) add({ ...part, company });
}

/** The calls of companies. Each part has a file. */
import type { Part } from '../users/calls.ts';
import { addApplications } from './applications.ts';
import { addAudit } from './audit.ts';
import { createCompanyCalls } from './calls.ts';
import { addCompany } from './company.ts';
import { addDepartments } from './departments.ts';
import { addGrants } from './grants.ts';
import { addInvitations } from './invitations.ts';
import { addKeys } from './keys.ts';
import { addMembers } from './members.ts';
import { addPublishing } from './publishing.ts';
import { addQuestions } from './questions.ts';
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

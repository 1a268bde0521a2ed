/** The calls of companies. Each part has a file. */
import type { UserPart } from '../users/userCalls.ts';
import { addApplications } from './assigned/assignedApplications.ts';
import { addQuestions } from './assigned/assignedQuestions.ts';
import { addAudit } from './audit.ts';
import { addCompany } from './company.ts';
import { createCompanyCalls } from './companyCalls.ts';
import { addKeys } from './keys.ts';
import { addDepartments } from './members/departments.ts';
import { addInvitations } from './members/invitations.ts';
import { addMembers } from './members/memberCalls.ts';
import { addGrants } from './permissions/grantCalls.ts';
import { addPublishing } from './publications/publicationCalls.ts';
import { addWebhooks } from './webhooks.ts';

export function addCompanies(part: UserPart): void {
  const company = createCompanyCalls(part.calls, part.users);
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

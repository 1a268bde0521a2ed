/** Applications that are assigned to a company: its members read them, hand them to each other, decide. */
import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import type * as v from 'valibot';
import {
  type AssignedApplication,
  type AssignedApplicationDetail,
  applicationDecisionCall,
  applicationLicenseCall,
  applicationMemberCall,
  applicationProductsCall,
  assignedApplicationCall,
  assignedApplicationsCall,
  DECISIONS,
  type License,
  type OpeningNow,
} from '../../../contract/companyWork.ts';
import {
  decisionShape,
  handlerShape,
  type LicenseChange,
  licenseShape,
  type OpeningChange,
  openingShape,
} from '../../../forms/companyForms.ts';
import { contradictionsOf } from '../../../forms/contradictions.ts';
import { STATES, type State } from '../../../forms/lists.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import { answersOf } from '../../applications/commands.ts';
import { checkLicense, licenseData } from '../../applications/licenses.ts';
import { changeOpening, openingOf } from '../../applications/opening.ts';
import { answersNow, forBroker, HELD, licenseOf, ofApplication } from '../../applications/record.ts';
import { isFinal, setState } from '../../applications/states.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { applicants, applicationAudit, applications, companyMembers, licenseFiles, users } from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import { flat, note as noteIn } from '../../shared/records.ts';
import { type CompanyActor, type CompanyPart, NOT_FOUND } from '../companyCalls.ts';
import { PAGE, paged } from '../pages.ts';
import { byMember, CLOSED, HANDLER, handlerOf, handles, handOver, olderThan, type Working } from './assignedWork.ts';
import { APPLICATIONS } from './operatorAssignment.ts';

type Row = typeof applications.$inferSelect;

export function addApplications({ company }: CompanyPart): void {
  company.read({
    call: assignedApplicationsCall,
    operationId: 'companyApplications',
    summary: 'Applications assigned to the company, newest first, without names',
    permission: 'clients.readApplications',
    confirmed: true,
    handle: async ({ c, orm, company: { id } }) => {
      const [given, after] = [c.req.query('state'), c.req.query('after')];
      const state = STATES.find((candidate) => candidate === given);
      if (given !== undefined && !state) return fault('state', 'choiceUnknown');
      return { data: await applicationsOf(orm, id, { state, after }) };
    },
  });

  company.read({
    call: assignedApplicationCall,
    operationId: 'companyApplication',
    summary:
      'An application assigned to the company, with all answers, the words of the broker in the language of ' +
      'Accept-Language. It is recorded who has read it',
    permission: 'clients.readApplications',
    confirmed: true,
    handle: showApplication,
  });

  company.change({
    call: applicationMemberCall,
    method: 'put',
    operationId: 'companyApplicationMember',
    summary: 'Hands an application to a member of the company, or to nobody',
    permission: 'clients.assignApplications',
    confirmed: true,
    body: handlerShape,
    handle: (context) => handOver(context, APPLICATIONS),
  });

  company.change({
    call: applicationDecisionCall,
    method: 'post',
    operationId: 'companyApplicationDecide',
    summary: 'Accepts or declines an application, or asks for information. The applicant is told by mail',
    permission: 'clients.decideApplications',
    confirmed: true,
    body: decisionShape,
    handle: decideApplication,
  });

  company.change({
    call: applicationProductsCall,
    method: 'put',
    operationId: 'companyApplicationProducts',
    summary:
      'Decides on products of an approved application, each with its reason, or notes that a step with the broker is ' +
      'done. The applicant is told by mail. The words of the broker are in the language of Accept-Language',
    permission: 'clients.decideApplications',
    confirmed: true,
    body: openingShape,
    handle: decideProducts,
  });

  company.change({
    call: applicationLicenseCall,
    method: 'put',
    operationId: 'companyApplicationLicense',
    summary:
      'Notes that the license of an analyst or broker was checked, or refuses it with a reason for the applicant',
    permission: 'clients.decideApplications',
    confirmed: true,
    body: licenseShape,
    handle: decideLicense,
  });
}

/** The application of a call, if the company holds it; the operator, or who erases it, does nothing with it meanwhile. */
async function lockedRow({ orm, company, param }: Working) {
  const reference = param('reference').toUpperCase();
  const held = and(eq(applications.reference, reference), eq(applications.company, company.id));
  const [row] = await orm.select().from(applications).where(held).for('update');
  return row;
}

/** Notes that the license of an application was checked, or refuses it. */
export async function decideLicense(
  context: CompanyActor & Working & { body: LicenseChange },
): Promise<Outcome<License>> {
  const { c, orm, now, company, note, body } = context;
  const row = await lockedRow(context);
  if (!row) return NOT_FOUND;
  const { reference } = row;
  const license = await checkLicense(orm, row, body, { by: byMember(context), company: company.name }, now);
  if (!license) return { error: 'conflict', message: 'server.company.noLicense' };
  await note('applicationDecided', { application: reference, state: row.state });
  return { data: licenseData(license, localeOf(c.req.header('accept-language'))) };
}

/** Decides on products of an approved application, and notes steps with the broker. */
export async function decideProducts(
  context: CompanyActor & Working & { body: OpeningChange },
): Promise<Outcome<OpeningNow>> {
  const { c, orm, now, note, body } = context;
  const row = await lockedRow(context);
  if (!row) return NOT_FOUND;
  const { reference } = row;
  const refused = await changeOpening(orm, row, body, byMember(context), now);
  if (refused) return { error: 'conflict', message: `server.company.${refused}` };
  await note('applicationDecided', { application: reference, state: row.state });
  const [changed] = await orm.select().from(applications).where(eq(applications.reference, reference));
  const data = changed && (await openingOf(orm, changed, localeOf(c.req.header('accept-language'))));
  return data ? { data } : NOT_FOUND;
}

/** An application with all answers. It is recorded who has read it. */
export async function showApplication(working: Working): Promise<Outcome<AssignedApplicationDetail>> {
  const { c, orm, now, company, param } = working;
  const reference = param('reference').toUpperCase();
  const data = await applicationOf(orm, company.id, reference, localeOf(c.req.header('accept-language')));
  if (!data) return NOT_FOUND;
  await noteIn(applicationAudit, orm, { at: now, reference, by: byMember(working), action: 'shown' });
  return { data };
}

/** Accepts or declines an application, or asks for information. */
export async function decideApplication(
  context: CompanyActor & Working & { body: v.InferOutput<typeof decisionShape> },
): Promise<Outcome<{ state: State }>> {
  const { orm, now, note, body } = context;
  const row = await lockedRow(context);
  if (!row) return NOT_FOUND;
  const { reference } = row;
  if (isFinal(row.state)) return CLOSED;
  const state: State = DECISIONS[body.decision];
  const asked = 'asked' in body ? body.asked : null;
  await setState(orm, row, { state, asked, by: byMember(context) }, now);
  await note('applicationDecided', { application: reference, state });
  return { data: { state } };
}

/** A page of the applications that are assigned to a company. */
export async function applicationsOf(
  orm: Orm,
  company: string,
  { state, after }: { state?: State | undefined; after?: string | undefined } = {},
) {
  const place = { table: applications, ...applications, at: applications.submittedAt };
  const rows = await guarded('listing assigned applications', () =>
    read(orm)
      .where(
        and(
          eq(applications.company, company),
          state && eq(applications.state, state),
          olderThan(after, place, company),
        ),
      )
      .orderBy(desc(applications.submittedAt), desc(applications.reference))
      .limit(PAGE + 1),
  );
  const { page, next } = paged(rows, ({ row }) => row.reference);
  return { applications: page.map(({ row, handler }) => inList(row, handler)), next };
}

const read = (orm: Orm) =>
  orm
    .select({ row: getTableColumns(applications), held: HELD, handler: HANDLER })
    .from(applications)
    .leftJoin(applicants, ofApplication)
    .leftJoin(companyMembers, handles(applications.companyMember))
    .leftJoin(users, eq(users.id, companyMembers.user));

const inList = (
  { reference, state, role, country, submittedAt, updatedAt }: Row,
  handler: Parameters<typeof handlerOf>[0],
): AssignedApplication => ({
  reference,
  state,
  role,
  country,
  submittedAt: submittedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  member: handlerOf(handler),
});

/** An application that is assigned to a company, as it decides on it; null if there is none. */
export async function applicationOf(
  orm: Orm,
  company: string,
  reference: string,
  locale: Locale,
): Promise<AssignedApplicationDetail | null> {
  return guarded('reading an assigned application', async () => {
    const [found] = await read(orm).where(
      and(eq(applications.reference, reference), eq(applications.company, company)),
    );
    if (!found) return null;
    const { handler } = found;
    const row = { ...found.row, held: found.held };
    const { answers } = answersNow(row);
    const stated = licenseOf(row);
    const files = await orm
      .select({ type: licenseFiles.type, bytes: licenseFiles.bytes })
      .from(licenseFiles)
      .where(eq(licenseFiles.owner, reference))
      .orderBy(asc(licenseFiles.createdAt));
    return {
      ...inList(row, handler),
      asked: row.asked,
      answers: flat({ ...answersOf(row), ...forBroker(answers) }),
      contradictions: contradictionsOf(answers, row.submittedAt),
      files,
      license: stated && licenseData(stated, locale),
      opening: await openingOf(orm, row, locale),
    };
  });
}

/** What an operator does with applications. The hash of a password is never shown. */
import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { REFERENCE } from '../../contract/applications.ts';
import { accessOf } from '../../forms/access.ts';
import { namesOf } from '../../forms/applicationSteps.ts';
import { licenseShape, openingShape } from '../../forms/companyForms.ts';
import { contradictionsOf } from '../../forms/contradictions.ts';
import { MOST_ASKED, OPENING_STEPS, PRODUCT_DECISIONS, PRODUCTS, STATES, type State } from '../../forms/lists.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPANY, type CommandContext, command, EXPORT, oneOf, reference, text } from '../command.ts';
import { APPLICATIONS, assign } from '../companies/assigned/operatorAssignment.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applicants, applicationAudit, applications } from '../db/schema.ts';
import { ERASED_APPLICATIONS, eraseRecord } from '../shared/erase.ts';
import { fileLines, LICENSES } from '../shared/files.ts';
import {
  accountOf,
  auditLines,
  DENIED,
  exported,
  type Format,
  flat,
  hasAccount,
  minute,
  type Note,
  note as noteIn,
} from '../shared/records.ts';
import { checkLicense, licenseData } from './licenses.ts';
import { changeOpening, type OpeningRefusal, openingOf, whyNotApproved } from './opening.ts';
import { answersNow, HELD, licenseOf, ofApplication, type SentApplication } from './record.ts';
import { setState } from './states.ts';

type Row = typeof applications.$inferSelect & SentApplication & { sameEmailAs: string | null; hasAccount: boolean };
const WANTED = { state: v.optional(oneOf('state', STATES)) };
const TARGET = { reference: reference(REFERENCE, 'FA-0000-0000-0000') };

export const APPLICATION_COMMANDS = {
  'applications list': command({ about: 'references, newest first; no names', options: WANTED, run: list }),
  'applications show': command({ about: 'all answers, files, audit', args: TARGET, run: show }),
  'applications export': command({
    about: 'all answers as CSV or JSON',
    options: { ...WANTED, ...EXPORT },
    run: exportAll,
  }),
  'applications status': command({
    about: 'changes its state; the applicant gets a mail',
    args: { ...TARGET, state: oneOf('state', STATES) },
    options: { ask: v.optional(text('what is missing, for the mail of needsInformation')) },
    run: changeState,
  }),
  'applications product': command({
    about: 'decides on a product of an approved application; the applicant gets a mail',
    args: { ...TARGET, product: oneOf('product', PRODUCTS), decision: oneOf('decision', PRODUCT_DECISIONS) },
    options: { why: v.optional(text('the reason, for the applicant; needed unless it is enabled')) },
    run: ({ orm }, { by, reference, product, decision, why = '' }, now) =>
      decide(orm, { by, reference, change: { products: [{ product, decision, reason: why }] } }, now),
  }),
  'applications step': command({
    about: 'notes that a step with the broker is done, or open again',
    args: { ...TARGET, step: oneOf('step', OPENING_STEPS), progress: oneOf('progress', ['done', 'open']) },
    run: ({ orm }, { by, reference, step, progress }, now) =>
      decide(orm, { by, reference, change: { steps: { [step]: progress === 'done' } } }, now),
  }),
  'applications license': command({
    about: 'notes that the license was checked, or is refused; the applicant sees it in the user center',
    args: { ...TARGET, outcome: oneOf('outcome', ['checked', 'refused']) },
    options: { why: v.optional(text('the reason of a refusal, for the applicant')) },
    run: license,
  }),
  'applications assign': command({
    about: 'the members of a company read it and decide',
    args: { ...TARGET, company: COMPANY },
    run: (...asked) => assign(APPLICATIONS, ...asked),
  }),
  'applications unassign': command({
    about: 'the company sees it no more',
    args: TARGET,
    run: (...asked) => assign(APPLICATIONS, ...asked),
  }),
  'applications erase': command({
    about: 'the record, its files and mails, for good',
    args: TARGET,
    run: async ({ orm, dataDir }, { by, reference }, now) => {
      if (!(await eraseRecord(ERASED_APPLICATIONS, orm, dataDir, reference, by, now))) throw unknown(reference);
      return [`${reference} is erased, with its files and mails.`];
    },
  }),
};

const unknown = (reference: string) =>
  new Refusal(`There is no application ${reference}: 'list' shows those there are.`);

const note = (orm: Orm, entry: Note) => noteIn(applicationAudit, orm, entry);

/** Applications that match a condition, newest first, each with the earliest one before it with the same e-mail. */
async function rowsOf(orm: Orm, wanted: SQL | undefined): Promise<Row[]> {
  const sameEmailAs = sql<string | null>`(select e.reference from ${applications} e
    where e.email_key = ${applications}.email_key
      and (e.submitted_at, e.reference) < (${applications}.submitted_at, ${applications}.reference)
    order by e.submitted_at, e.reference limit 1)`;
  return guarded('listing applications', () =>
    orm
      .select({
        ...getTableColumns(applications),
        sameEmailAs,
        hasAccount: hasAccount(sql`${applications}.email_key`),
        held: HELD,
      })
      .from(applications)
      .leftJoin(applicants, ofApplication)
      .where(wanted)
      .orderBy(desc(applications.submittedAt)),
  );
}

/** Lists no names: an operator who needs them opens one application. */
async function list(
  { orm }: CommandContext,
  { by, state }: { by: string; state?: State | undefined },
  now: Date,
): Promise<string[]> {
  const rows = await rowsOf(orm, state && eq(applications.state, state));
  await note(orm, { at: now, reference: '', by, action: 'listed', detail: state ?? null });
  const lines = rows.map((row) => {
    const { reference, state, submittedAt, role, country, licence, sameEmailAs, company, deniedAt } = row;
    const { off } = accessOf(answersNow(row).answers.trading);
    return [
      reference,
      state,
      minute(submittedAt),
      role,
      country,
      ...(licence ? [`licence ${licenseOf(row)?.state ?? licence}`] : []),
      ...(off.length > 0 ? [`off ${off.join(' ')}`] : []),
      ...(company ? [`assigned to ${company}`] : []),
      ...(sameEmailAs ? [`same e-mail as ${sameEmailAs}`] : []),
      ...(deniedAt ? [DENIED] : []),
    ].join('  ');
  });
  return lines.length > 0 ? lines : ['There is no application.'];
}

async function show({ orm, dataDir }: CommandContext, { by, reference }: { by: string; reference: string }, now: Date) {
  const [row] = await rowsOf(orm, eq(applications.reference, reference));
  if (!row) throw unknown(reference);
  await note(orm, { at: now, reference, by, action: 'shown' });
  const opening = await openingOf(orm, row, DEFAULT_LOCALE);
  const stated = licenseOf(row);
  const doubts = contradictionsOf(answersNow(row).answers, row.submittedAt);
  return [
    ...Object.entries(flat(recordOf(row))).map(([name, value]) => `${name}: ${value}`),
    ...(stated
      ? Object.entries(flat({ license: licenseData(stated, DEFAULT_LOCALE) })).map(
          ([name, value]) => `${name}: ${value}`,
        )
      : []),
    ...(opening
      ? Object.entries(
          flat({
            opening: {
              ...opening,
              products: Object.fromEntries(opening.products.map(({ product, ...is }) => [product, is])),
            },
          }),
        ).map(([name, value]) => `${name}: ${value}`)
      : []),
    ...(doubts.length > 0 ? [`contradicts itself: ${doubts.join(', ')}`] : []),
    ...(await fileLines(LICENSES, orm, dataDir, reference)),
    ...(await auditLines(applicationAudit, orm, reference)),
  ];
}

async function exportAll(
  { orm }: CommandContext,
  { by, state, format }: { by: string; state?: State | undefined; format: Format },
  now: Date,
): Promise<string[]> {
  const rows = await rowsOf(orm, state && eq(applications.state, state));
  if (rows.length === 0) throw new Refusal('There is no application to export.');
  const detail = `${rows.length} as ${format}${state ? `, ${state}` : ''}`;
  await note(orm, { at: now, reference: '', by, action: 'exported', detail });
  return exported(rows.map(recordOf), format);
}

async function changeState(
  { orm }: CommandContext,
  { by, reference, state, ask }: { by: string; reference: string; state: State; ask?: string | undefined },
  now: Date,
): Promise<string[]> {
  const asked = ask?.trim() || null;
  if ((state === 'needsInformation') !== (asked !== null)) {
    throw new Refusal(
      asked === null
        ? "Say what is missing: --ask 'Both sides of the licence.' The applicant gets these words by mail."
        : "Only 'needsInformation' asks for something: leave out --ask.",
    );
  }
  if (asked !== null && asked.length > MOST_ASKED) throw new Refusal(`--ask may have ${MOST_ASKED} characters.`);
  const before = await guarded('changing a state', () =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(applications).where(eq(applications.reference, reference)).for('update');
      if (!row) throw unknown(reference);
      if (row.state === state) throw new Refusal(`${reference} is '${state}' already.`);
      const why = state === 'approved' ? whyNotApproved(row) : null;
      if (why) throw new Refusal(why);
      await setState(tx, row, { state, asked, by }, now);
      return row.state;
    }),
  );
  return [`${reference}: ${before} to ${state}`];
}

async function license(
  { orm }: CommandContext,
  { by, reference, outcome, why }: { by: string; reference: string; outcome: string; why?: string | undefined },
  now: Date,
): Promise<string[]> {
  const asked = v.safeParse(licenseShape, { state: outcome, reason: why });
  if (!asked.success || (outcome === 'checked' && why !== undefined)) {
    throw new Refusal(
      outcome === 'checked'
        ? "Only 'refused' has a reason: leave out --why."
        : "Say why, for the applicant: --why 'The register does not list this number.'",
    );
  }
  await guarded('checking a license', () =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(applications).where(eq(applications.reference, reference)).for('update');
      if (!row) throw unknown(reference);
      if (!(await checkLicense(tx, row, asked.output, { by, company: null }, now))) {
        throw new Refusal(
          `${reference} states no license with its issuer, or the applicant has stated another one since.`,
        );
      }
    }),
  );
  return [`${reference}: the license is ${outcome}.`];
}

const REFUSED: Record<OpeningRefusal, string> = {
  notApproved: 'Only an approved investor trades: approve the application first (applications status).',
  productOff:
    'The applicant does not want this product, or has not signed or declared what it needs (applications show).',
};

async function decide(
  orm: Orm,
  { by, reference, change }: { by: string; reference: string; change: object },
  now: Date,
): Promise<string[]> {
  const checked = v.safeParse(openingShape, change);
  if (!checked.success) throw new Refusal("Say why, for the applicant: --why 'Not offered in your country.'");
  await guarded('deciding on products', () =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(applications).where(eq(applications.reference, reference)).for('update');
      if (!row) throw unknown(reference);
      const refused = await changeOpening(tx, row, checked.output, by, now);
      if (refused) throw new Refusal(REFUSED[refused]);
    }),
  );
  return [`${reference} is changed; the applicant gets a mail.`];
}

/** All fields of an application, except those that must stay secret. */
function recordOf(row: Row): Record<string, unknown> {
  const { reference, state, submittedAt, updatedAt, sameEmailAs, referrer, asked, company, companyMember } = row;
  return {
    reference,
    state,
    submittedAt: submittedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    sameEmailAs,
    account: accountOf(row),
    referrer,
    asked,
    assignedTo: company,
    handledBy: companyMember,
    ...answersOf(row),
  };
}

/** What the applicant has answered as it holds now, and what follows from it. */
export function answersOf(row: Pick<Row, 'licence'> & SentApplication): Record<string, unknown> {
  const { answers, revoked } = answersNow(row);
  const { on, off } = accessOf(answers.trading);
  return {
    licenceMark: row.licence,
    ...(answers.trading && { productsOn: on, productsOff: off }),
    // In the order of the form, because the database stores them in its own order.
    ...Object.fromEntries([...namesOf(), 'locale'].map((name) => [name, lookUp(answers, name)])),
    ...answers,
    revoked,
  };
}

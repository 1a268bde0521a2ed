/** Applications in the database: one per key, however often and to whichever process it is sent. */
import { eq } from 'drizzle-orm';
import type { ApplicationStatus, Applied } from '../../contract/applications.ts';
import { HIGH_RISK } from '../../forms/lists.ts';
import type { Application } from '../../forms/shapes.ts';
import { createApplied } from '../companies/assigned/companyOfApplication.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applicationAudit, applications } from '../db/schema.ts';
import { LICENSES, tieFiles } from '../shared/files.ts';
import { hashPassword, isPassword } from '../shared/passwords.ts';
import { fingerprintOf, isSame, newReference, secretOf, serverKey, sha256 } from '../shared/reference.ts';
import { accountFor, fillProfile } from '../users/data/join.ts';
import { mailConfirmation } from '../users/logIn/signUp.ts';
import { refer } from '../users/profile/referrals.ts';
import type { Session } from '../users/sessions.ts';
import { queueReceived } from './mails.ts';
import { beginRecord, writeSent } from './record.ts';

/** The name in the audit if the applicant acts. */
const APPLICANT = 'applicant';

/** `other`: the key belongs to an application with another body. Null: the key has not been used yet. */
export type RepeatedApplication = Omit<Applied, 'mail'> | 'other' | null;
type Row = typeof applications.$inferSelect;

/** The response to an earlier request with this key, of the same applicant. */
export async function findRepeated(
  orm: Orm,
  key: string,
  body: object,
  session: Session | null = null,
): Promise<RepeatedApplication> {
  const [row] = await guarded('looking an application up', () =>
    orm
      .select()
      .from(applications)
      .where(eq(applications.keyHash, sha256(key))),
  );
  return row ? answerAgain(orm, row, body, session) : null;
}

async function answerAgain(orm: Orm, row: Row, body: object, session: Session | null): Promise<RepeatedApplication> {
  const secret = await serverKey(orm);
  if (!isSame(row.fingerprint, fingerprintOf(body, secret))) return 'other';
  const { password } = body as { password?: unknown };
  const isTheirs =
    row.passwordHash === null
      ? row.user !== null && row.user === session?.user.id
      : typeof password === 'string' && (await isPassword(row.passwordHash, password));
  return isTheirs ? appliedOf(row, secret) : 'other';
}

/** The response as it was first sent, with the initial state. */
function appliedOf(
  { reference, submittedAt }: Pick<Row, 'reference' | 'submittedAt'>,
  key: string,
): Omit<Applied, 'mail'> {
  return { reference, secret: secretOf(reference, key), state: 'received', submittedAt: submittedAt.toISOString() };
}

/**
 * Stores an application with its license files and an audit row for each signed disclosure, all or nothing. `body` is
 * the request body; `session` is that of an applicant who is logged in; `ties` is true if its license files are stored
 * here, `makesAccount` if an address without an account gets one. 'files': a license file is gone.
 */
export async function saveApplication(
  orm: Orm,
  {
    key,
    body,
    application,
    session = null,
    ties,
    makesAccount,
    now,
  }: {
    key: string;
    body: object;
    application: Application;
    session?: Session | null;
    ties: boolean;
    makesAccount: boolean;
    now: Date;
  },
): Promise<RepeatedApplication | 'files'> {
  // Only an applicant who is logged in leaves out address and password, which are then those of the account.
  const { password = '', email: given = '', referral, ...answers } = application;
  const email = session?.user.email ?? given;
  // Made whether or not the address has an account, or has applied before: neither response nor time tells it.
  const passwordHash = session ? null : await hashPassword(password);
  const secret = await serverKey(orm);
  const emailKey = email.toLowerCase();
  const { licence } = application;
  const row = {
    reference: newReference('FA'),
    keyHash: sha256(key),
    fingerprint: fingerprintOf(body, secret),
    state: 'received',
    role: application.role,
    country: application.country,
    locale: application.locale,
    submittedAt: now,
    updatedAt: now,
    emailKey,
    licence: licence ? ('none' in licence ? 'none' : 'given') : null,
    passwordHash,
    user: session?.user.id ?? null,
    answers: { ...answers, ...(answers.trading && { trading: signedNow(answers.trading, now) }), email },
  } as const;
  const gone = new Refusal('files');
  try {
    const isMade = await guarded('storing an application', () =>
      orm.transaction(async (tx) => {
        const made = await tx
          .insert(applications)
          .values(row)
          // Waits for another process that is storing the same key.
          .onConflictDoNothing({ target: applications.keyHash })
          .returning({ reference: applications.reference });
        if (made.length === 0) return false;
        const files = licence && 'files' in licence ? licence.files : [];
        if (ties && !(await tieFiles(LICENSES, tx, files, row.reference, now))) throw gone;
        const entry = { at: now, reference: row.reference, by: APPLICANT };
        const signed = HIGH_RISK.flatMap((product) => {
          const signature = application.trading?.highRisk?.[product];
          if (!signature) return [];
          const { version, locale } = signature;
          return { ...entry, action: 'signed', detail: JSON.stringify({ product, version, locale }) };
        });
        const { privacy, terms } = application.agreements;
        const accepted = JSON.stringify({ privacy, terms, locale: application.locale });
        await tx.insert(applicationAudit).values([{ ...entry, action: 'received', detail: accepted }, ...signed]);
        if (session) {
          await fillProfile(tx, session.user.id, application);
          await writeSent(tx, { ...row, user: session.user.id }, { isOwn: true }, now);
        } else await beginRecord(tx, row.reference, row, now);
        const chosen = { email: emailKey, passwordHash };
        const owner = session || !makesAccount ? null : await accountFor(tx, application, chosen, now);
        if (referral) await refer(tx, referral, row, session ? session.user : owner);
        if (session) await createApplied(tx, row.reference, now);
        const isMailed = await queueReceived(tx, row, owner, now);
        if (owner && !owner.isConfirmed && isMailed) await mailConfirmation(tx, owner.id, now);
        return true;
      }),
    );
    return isMade ? appliedOf(row, secret) : await findRepeated(orm, key, body, session);
  } catch (error) {
    if (error === gone) return 'files';
    throw error;
  }
}

/** Trading answers with the time of the server on each signature: the clock of the visitor may be wrong. */
function signedNow(trading: NonNullable<Application['trading']>, now: Date): typeof trading {
  const stamped = structuredClone(trading);
  for (const signature of Object.values(stamped.highRisk ?? {})) if (signature) signature.signedAt = now.toISOString();
  return stamped;
}

/** The status of an application; null for a wrong reference or secret, which a caller cannot tell apart. */
export async function statusOf(orm: Orm, reference: string, secret: string): Promise<ApplicationStatus | null> {
  if (!isSame(secret, secretOf(reference, await serverKey(orm)))) return null;
  const [row] = await guarded('reading an application', () =>
    orm
      .select({
        state: applications.state,
        submittedAt: applications.submittedAt,
        updatedAt: applications.updatedAt,
        licence: applications.licence,
      })
      .from(applications)
      .where(eq(applications.reference, reference)),
  );
  if (!row) return null;
  const { state, submittedAt, updatedAt, licence } = row;
  return {
    reference,
    state,
    submittedAt: submittedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    licence,
  };
}

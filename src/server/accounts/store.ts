/** Applications in the database: one per key, however often and to whichever process it is sent. */
import { eq } from 'drizzle-orm';
import { HIGH_RISK } from '../../accounts/lists.ts';
import type { Application } from '../../accounts/shapes.ts';
import type { ApplicationStatus, Applied } from '../../contract/accounts.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applicationAudit, applications } from '../db/schema.ts';
import { LICENCES, tieFiles } from './files.ts';
import { queueReceived } from './mails.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { fingerprintOf, isSame, keyHashOf, newReference, secretOf, serverKey } from './reference.ts';

/** The name in the audit if the applicant acts. */
const APPLICANT = 'applicant';

/** `other`: the key belongs to an application with another body. Null: the key has not been used yet. */
export type Repeated = Omit<Applied, 'mail'> | 'other' | null;
type Row = typeof applications.$inferSelect;

/** The response to an earlier request with this key. */
export async function findRepeated(orm: Orm, key: string, body: object): Promise<Repeated> {
  const [row] = await guarded('looking an application up', () =>
    orm
      .select()
      .from(applications)
      .where(eq(applications.keyHash, keyHashOf(key))),
  );
  return row ? answerAgain(orm, row, body) : null;
}

async function answerAgain(orm: Orm, row: Row, body: object): Promise<Repeated> {
  const secret = await serverKey(orm);
  const { password } = body as { password?: unknown };
  const isRepeated =
    isSame(row.fingerprint, fingerprintOf(body, secret)) &&
    typeof password === 'string' &&
    row.passwordHash !== null &&
    (await isPassword(row.passwordHash, password));
  return isRepeated ? appliedOf(row, secret) : 'other';
}

/** The response as it was first sent, with the initial state. */
function appliedOf(
  { reference, submittedAt }: Pick<Row, 'reference' | 'submittedAt'>,
  key: string,
): Omit<Applied, 'mail'> {
  return { reference, secret: secretOf(reference, key), state: 'received', submittedAt: submittedAt.toISOString() };
}

/**
 * Stores an application with its licence files and an audit row for each signed disclosure, all or nothing. `body` is
 * the request body; `ties` is true if its licence files are stored here. 'files': one of them is gone.
 */
export async function saveApplication(
  orm: Orm,
  {
    key,
    body,
    application,
    ties,
    now,
  }: { key: string; body: object; application: Application; ties: boolean; now: Date },
): Promise<Repeated | 'files'> {
  const { password, ...answers } = application;
  // No check for the same e-mail: neither response nor timing may reveal who has applied before (operator.ts checks).
  const passwordHash = await hashPassword(password);
  const secret = await serverKey(orm);
  const emailKey = application.email.toLowerCase();
  const { licence } = application;
  const row = {
    reference: newReference('FA'),
    keyHash: keyHashOf(key),
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
    answers,
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
        if (ties && !(await tieFiles(LICENCES, tx, files, row.reference, now))) throw gone;
        const entry = { at: now, reference: row.reference, by: APPLICANT };
        const signed = HIGH_RISK.flatMap((product) => {
          const signature = application.trading?.highRisk?.[product];
          if (!signature) return [];
          const { signedAt, version, locale } = signature;
          return { ...entry, action: 'signed', detail: JSON.stringify({ product, version, locale, signedAt }) };
        });
        const { privacy, terms } = application.agreements;
        const accepted = JSON.stringify({ privacy, terms, locale: application.locale });
        await tx.insert(applicationAudit).values([{ ...entry, action: 'received', detail: accepted }, ...signed]);
        await queueReceived(tx, row, now);
        return true;
      }),
    );
    return isMade ? appliedOf(row, secret) : await findRepeated(orm, key, body);
  } catch (error) {
    if (error === gone) return 'files';
    throw error;
  }
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

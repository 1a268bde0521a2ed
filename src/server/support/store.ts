/** Questions in the database: one per key, however often and to whichever process it is sent. */
import { asc, count, eq } from 'drizzle-orm';
import type { Asked, QuestionThread } from '../../contract/support.ts';
import type { Question } from '../../forms/supportQuestion.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { questionAnswers, questionAudit, questionPictures, questions } from '../db/schema.ts';
import { PICTURES, tieFiles } from '../shared/files.ts';
import { fingerprintOf, isSame, newReference, secretOf, serverKey, sha256 } from '../shared/reference.ts';
import { isUrgent } from '../staff/openWork.ts';
import { tellStaff } from '../staff/staffMails.ts';
import { userOf } from '../users/data/join.ts';
import { queueReceived } from './mails.ts';

/** The name in the audit if the visitor acts. */
const VISITOR = 'visitor';

type Row = typeof questions.$inferSelect;

/** `other`: the key belongs to another question. Null: the key has not been used yet. */
export type RepeatedQuestion = Asked | 'other' | null;

/** The response to an earlier request with this key. */
export async function findRepeated(orm: Orm, key: string, body: object): Promise<RepeatedQuestion> {
  const [row] = await guarded('looking a question up', () =>
    orm
      .select()
      .from(questions)
      .where(eq(questions.keyHash, sha256(key))),
  );
  if (!row) return null;
  const secret = await serverKey(orm);
  return isSame(row.fingerprint, fingerprintOf(body, secret)) ? askedOf(row, secret) : 'other';
}

const askedOf = ({ reference, askedAt }: Pick<Row, 'reference' | 'askedAt'>, key: string): Asked => ({
  reference,
  secret: secretOf(reference, key),
  askedAt: askedAt.toISOString(),
});

/**
 * Stores a question with its pictures, all or nothing. `body` is the request body; `user` is who is logged in.
 * 'pictures': one of them is gone.
 */
export async function saveQuestion(
  orm: Orm,
  {
    key,
    body,
    question: { pictures, website: _, ...asked },
    user,
    now,
  }: { key: string; body: object; question: Question; user: string | null; now: Date },
): Promise<RepeatedQuestion | 'pictures'> {
  const secret = await serverKey(orm);
  const row = {
    ...asked,
    reference: newReference('FQ'),
    keyHash: sha256(key),
    fingerprint: fingerprintOf(body, secret),
    state: 'received',
    askedAt: now,
    updatedAt: now,
  } as const;
  const { reference, topic } = row;
  const gone = new Refusal('pictures');
  try {
    const isMade = await guarded('storing a question', () =>
      orm.transaction(async (tx) => {
        const owner = user === null ? await userOf(tx, row.email.toLowerCase()) : null;
        const made = await tx
          .insert(questions)
          .values({ ...row, user })
          // Waits for another process that is storing the same key.
          .onConflictDoNothing({ target: questions.keyHash })
          .returning({ reference: questions.reference });
        if (made.length === 0) return false;
        if (!(await tieFiles(PICTURES, tx, pictures, reference, now))) throw gone;
        await tx.insert(questionAudit).values({ at: now, reference, by: VISITOR, action: 'received', detail: topic });
        await queueReceived(tx, row, owner?.isConfirmed === true, now);
        if (isUrgent(topic)) await tellStaff(tx, 'urgentQuestions', now);
        return true;
      }),
    );
    return isMade ? askedOf(row, secret) : await findRepeated(orm, key, body);
  } catch (error) {
    if (error === gone) return 'pictures';
    throw error;
  }
}

/** A question with its answers; null for a wrong reference or secret, which a caller cannot tell apart. */
export async function threadOf(orm: Orm, reference: string, secret: string): Promise<QuestionThread | null> {
  if (!isSame(secret, secretOf(reference, await serverKey(orm)))) return null;
  return guarded('reading a question', async () => {
    const [row] = await orm.select().from(questions).where(eq(questions.reference, reference));
    if (!row) return null;
    const answers = await answersOf(orm, reference);
    const [held] = await orm
      .select({ pictures: count() })
      .from(questionPictures)
      .where(eq(questionPictures.owner, reference));
    return {
      reference,
      state: row.state,
      topic: row.topic,
      askedAt: row.askedAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      question: row.question,
      enquiry: row.enquiry,
      pictures: held?.pictures ?? 0,
      answers: answers.map(({ at, text }) => ({ at: at.toISOString(), text })),
    };
  });
}

/** The answers to a question, oldest first. */
export const answersOf = (orm: Orm, reference: string) =>
  guarded('reading answers', () =>
    orm
      .select()
      .from(questionAnswers)
      .where(eq(questionAnswers.question, reference))
      .orderBy(asc(questionAnswers.at), asc(questionAnswers.id)),
  );

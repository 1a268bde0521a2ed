/** The application that a user's profile begins with: what someone has said there, nobody asks them again. */
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Application } from '../../../forms/shapes.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { applications } from '../../db/schema.ts';

export interface AppliedAnswers {
  reference: string;
  submittedAt: Date;
  role: Application['role'];
  country: string;
  /** Those that the role is asked for */
  answers: Partial<Omit<Application, 'password'>>;
}

/** The newest application of a user that is neither declined nor withdrawn; null if there is none. */
export async function appliedBy(orm: Orm, userId: string): Promise<AppliedAnswers | null> {
  const [row] = await guarded("reading a user's application", () =>
    orm
      .select()
      .from(applications)
      .where(and(eq(applications.user, userId), notInArray(applications.state, ['declined', 'withdrawn'])))
      .orderBy(desc(applications.submittedAt), desc(applications.reference))
      .limit(1),
  );
  if (!row) return null;
  const { reference, submittedAt, role, country } = row;
  return { reference, submittedAt, role, country, answers: row.answers as AppliedAnswers['answers'] };
}

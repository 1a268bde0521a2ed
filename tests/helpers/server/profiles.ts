/** Applications and questions of users, for tests of what becomes of them. */
import { randomUUID } from 'node:crypto';
import type { Role, State } from '../../../src/forms/lists.ts';
import { beginRecord, writeSent } from '../../../src/server/applications/record.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { applications, questionAnswers, questions } from '../../../src/server/db/schema.ts';
import { newReference } from '../../../src/server/shared/reference.ts';
import { applicationBody, type Body } from './applications.ts';

/** Stores an application of a user, or of nobody, as if it had been sent. Returns its reference. */
export async function storeApplication(
  orm: Orm,
  user: string | null,
  {
    state = 'received',
    role = 'investor',
    at = new Date(),
    given = {},
    asked = null,
  }: {
    state?: State;
    role?: Role;
    at?: Date;
    given?: Body;
    asked?: string | null;
  } = {},
): Promise<string> {
  const { password: _, ...answers } = applicationBody(role, given);
  const reference = newReference('FA');
  await orm.insert(applications).values({
    reference,
    state,
    role,
    user,
    asked,
    answers,
    keyHash: `hash ${randomUUID()}`,
    fingerprint: `fingerprint ${randomUUID()}`,
    passwordHash: 'argon of an application',
    country: String(answers.country),
    locale: 'ja',
    submittedAt: at,
    updatedAt: at,
    emailKey: String(answers.email),
  });
  const sent = { reference, answers, submittedAt: at };
  if (user) await orm.transaction((tx) => writeSent(tx, { ...sent, user }, { isOwn: false }, at));
  else await beginRecord(orm, reference, sent, at);
  return reference;
}

/** Stores a question of a user, or of nobody, with one answer. Returns its reference. */
export async function storeQuestion(
  orm: Orm,
  user: string | null,
  { question = 'When?', email = 'hana@example.com', at = new Date() } = {},
): Promise<string> {
  const reference = newReference('FQ');
  await orm.insert(questions).values({
    reference,
    user,
    question,
    email,
    state: 'answered',
    topic: 'account',
    locale: 'ja',
    about: '',
    keyHash: `hash ${randomUUID()}`,
    fingerprint: `fingerprint ${randomUUID()}`,
    askedAt: at,
    updatedAt: at,
  });
  await orm.insert(questionAnswers).values({ question: reference, at, by: 'Mika Mori', text: 'Tomorrow.' });
  return reference;
}

/** Tables of the questions to Support. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { QUESTION_STATES, TOPICS } from '../../../forms/lists.ts';
import type { Enquiry } from '../../../forms/supportQuestion.ts';
import { auditTable, filesTable, instant } from './columns.ts';
import { companies, companyMembers } from './companyTables.ts';
import { users } from './userTables.ts';

/** Questions to Support. Erasing deletes the row, its answers and pictures. */
export const questions = pgTable(
  'questions',
  {
    reference: text().primaryKey(),
    /** SHA-256 of the Idempotency-Key; each key has one question */
    keyHash: text('key_hash').notNull().unique(),
    /** Keyed hash of the body; distinguishes a repeated request from another question */
    fingerprint: text().notNull(),
    state: text({ enum: QUESTION_STATES }).notNull(),
    topic: text({ enum: TOPICS }).notNull(),
    locale: text().notNull(),
    /** The reference that the visitor gave; '' if none */
    about: text().notNull(),
    email: text().notNull(),
    /** Whose it is: who was logged in, or the owner of the address once they have said so (users/data/join.ts) */
    user: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When the owner of the address said that it is not theirs: it joins nobody, and no mail is sent any more */
    deniedAt: instant('denied_at'),
    /** The company that it is assigned to, and the member who handles it there */
    company: text().references(() => companies.id, { onDelete: 'set null' }),
    companyMember: text('company_member').references(() => companyMembers.id, { onDelete: 'set null' }),
    question: text().notNull(),
    /** Null unless it is an enquiry about advertising */
    enquiry: jsonb().$type<Enquiry>(),
    askedAt: instant('asked_at').notNull(),
    /** Time of the last answer or change of its state */
    updatedAt: instant('updated_at').notNull(),
    /** The retention period starts here */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('questions_by_time').on(table.askedAt),
    index('questions_by_user').on(table.user),
    index('questions_by_email').on(sql`lower(${table.email})`, table.askedAt),
    index('questions_by_company').on(table.company, table.askedAt),
    index('questions_closed').on(table.closedAt).where(sql`closed_at is not null`),
  ],
);

export const questionAnswers = pgTable(
  'question_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    question: text()
      .notNull()
      .references(() => questions.reference, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The operator, whom the visitor does not see */
    by: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('question_answers_by_question').on(table.question, table.at)],
);

export const questionPictures = filesTable('question_pictures', 'question');
export const questionAudit = auditTable('question_audit');

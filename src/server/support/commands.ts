/** What an operator does with questions: reads, answers, assigns, closes, exports and erases them. */
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { QUESTION_REFERENCE } from '../../contract/questionLink.ts';
import { lines } from '../../forms/fields.ts';
import { MOST_ANSWER, QUESTION_STATES, type QuestionState, TOPICS, type Topic } from '../../forms/lists.ts';
import { COMPANY, type CommandContext, command, EXPORT, oneOf, reference, text } from '../command.ts';
import { assign, QUESTIONS } from '../companies/assigned/operatorAssignment.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { questionAnswers, questionAudit, questions } from '../db/schema.ts';
import { ERASED_QUESTIONS, eraseRecord } from '../shared/erase.ts';
import { fileLines, PICTURES } from '../shared/files.ts';
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
import { emit } from '../webhooks/queue.ts';
import { queueAnswered } from './mails.ts';
import { answersOf } from './store.ts';

type Stored = typeof questions.$inferSelect;
type Row = Stored & { hasAccount: boolean };

const WANTED = { state: v.optional(oneOf('state', QUESTION_STATES)), topic: v.optional(oneOf('topic', TOPICS)) };
const TARGET = { reference: reference(QUESTION_REFERENCE, 'FQ-0000-0000-0000') };

export const QUESTION_COMMANDS = {
  'questions list': command({ about: 'references, newest first; no words', options: WANTED, run: list }),
  'questions show': command({ about: 'question, pictures, answers, audit', args: TARGET, run: show }),
  'questions answer': command({
    about: 'answers it with a text that is given, typed or piped in',
    args: TARGET,
    // Without both, what is typed is read until Ctrl+D (tools/admin.ts).
    options: { text: v.optional(text('the answer')), from: v.optional(text('a file that holds the answer')) },
    run: answer,
  }),
  'questions close': command({ about: 'nothing more to answer', args: TARGET, run: close }),
  'questions assign': command({
    about: 'the members of a company read and answer it',
    args: { ...TARGET, company: COMPANY },
    run: (...asked) => assign(QUESTIONS, ...asked),
  }),
  'questions unassign': command({
    about: 'the company sees it no more',
    args: TARGET,
    run: (...asked) => assign(QUESTIONS, ...asked),
  }),
  'questions export': command({
    about: 'questions and answers as CSV or JSON',
    options: { ...WANTED, ...EXPORT },
    run: exportAll,
  }),
  'questions erase': command({
    about: 'with answers and pictures, for good',
    args: TARGET,
    run: async ({ orm, dataDir }, { by, reference }, now) => {
      if (!(await eraseRecord(ERASED_QUESTIONS, orm, dataDir, reference, by, now))) throw unknown(reference);
      return [`${reference} is erased, with its answers and pictures.`];
    },
  }),
};

const unknown = (reference: string) => new Refusal(`There is no question ${reference}: 'list' shows those there are.`);
const note = (orm: Orm, entry: Note) => noteIn(questionAudit, orm, entry);

/** Questions that match, newest first. */
const rowsOf = (orm: Orm, wanted: SQL | undefined): Promise<Row[]> =>
  guarded('listing questions', () =>
    orm
      .select({ ...getTableColumns(questions), hasAccount: hasAccount(sql`lower(${questions}.email)`) })
      .from(questions)
      .where(wanted)
      .orderBy(desc(questions.askedAt)),
  );

type Acting = { by: string };
type ActingOn = Acting & { reference: string };
interface Wanted {
  state?: QuestionState | undefined;
  topic?: Topic | undefined;
}
const matching = ({ state, topic }: Wanted) =>
  and(state && eq(questions.state, state), topic && eq(questions.topic, topic));
const named = ({ state, topic }: Wanted) => [state, topic].filter(Boolean).join(', ');

/** Lists no addresses and no words: an operator who needs them opens one question. */
async function list({ orm }: CommandContext, request: Acting & Wanted, now: Date): Promise<string[]> {
  const rows = await rowsOf(orm, matching(request));
  await note(orm, { at: now, reference: '', by: request.by, action: 'listed', detail: named(request) || null });
  const found = rows.map(({ reference, state, askedAt, topic, locale, company, deniedAt }) =>
    [
      reference,
      state,
      minute(askedAt),
      topic,
      locale,
      ...(company ? [`assigned to ${company}`] : []),
      ...(deniedAt ? [DENIED] : []),
    ].join('  '),
  );
  return found.length > 0 ? found : ['There is no question.'];
}

async function show({ orm, dataDir }: CommandContext, { by, reference }: ActingOn, now: Date): Promise<string[]> {
  const [row] = await rowsOf(orm, eq(questions.reference, reference));
  if (!row) throw unknown(reference);
  await note(orm, { at: now, reference, by, action: 'shown' });
  const { question, ...record } = recordOf(row);
  const answers = await answersOf(orm, reference);
  return [
    ...Object.entries(flat(record)).map(([name, value]) => `${name}: ${value}`),
    ...indented(`question:`, question),
    ...answers.flatMap(({ at, by: author, text }) => indented(`answer of ${author}, ${minute(at)}:`, text)),
    ...(await fileLines(PICTURES, orm, dataDir, reference)),
    ...(await auditLines(questionAudit, orm, reference)),
  ];
}

const indented = (heading: string, text: string) => [heading, ...text.split('\n').map((line) => `  ${line}`)];

const recordOf = ({ reference, state, topic, locale, about, email, question, enquiry, ...row }: Row) => ({
  reference,
  state,
  topic,
  locale,
  about,
  email,
  account: accountOf(row),
  enquiry,
  askedAt: row.askedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  assignedTo: row.company,
  handledBy: row.companyMember,
  question,
});

async function answer(
  { orm }: CommandContext,
  { by, reference, text: typed = '' }: ActingOn & { text?: string | undefined },
  now: Date,
): Promise<string[]> {
  const checked = v.safeParse(lines(MOST_ANSWER, 'questionEmpty'), typed, { abortPipeEarly: true });
  if (!checked.success) {
    throw new Refusal(`An answer is a text of 1 to ${MOST_ANSWER} characters, without control characters.`);
  }
  const text = checked.output;
  await guarded('answering', () => orm.transaction((tx) => saveAnswer(tx, { reference, by, text }, now)));
  return [`${reference} is answered.`];
}

/** Stores an answer, which the visitor is told of. Throws a Refusal if there is no such question. */
export async function saveAnswer(
  tx: Orm,
  { reference, by, text }: { reference: string; by: string; text: string },
  now: Date,
): Promise<void> {
  const row = await changeState(tx, reference, 'answered', now);
  const [made] = await tx
    .insert(questionAnswers)
    .values({ question: reference, at: now, by, text })
    .returning({ id: questionAnswers.id });
  await tx.insert(questionAudit).values({ at: now, reference, by, action: 'answered', detail: made?.id });
  await queueAnswered(tx, row, made?.id ?? reference, now);
  if (row.company === null) return;
  const to = { company: row.company, kind: 'live' } as const;
  const event = `question.answered ${reference} ${made?.id}`;
  await emit(tx, [{ to, type: 'question.answered', event, data: { reference } }], now);
}

async function close({ orm }: CommandContext, { by, reference }: ActingOn, now: Date): Promise<string[]> {
  await guarded('closing a question', () =>
    orm.transaction(async (tx) => {
      await changeState(tx, reference, 'closed', now);
      await tx.insert(questionAudit).values({ at: now, reference, by, action: 'closed' });
    }),
  );
  return [`${reference} is closed.`];
}

/** Sets the state of a question, and returns it. Throws a Refusal if there is none, or if it is closed already. */
async function changeState(tx: Orm, reference: string, to: QuestionState, now: Date): Promise<Stored> {
  const [row] = await tx.select().from(questions).where(eq(questions.reference, reference)).for('update');
  if (!row) throw unknown(reference);
  if (to === 'closed' && row.state === 'closed') throw new Refusal(`${reference} is closed already.`);
  await tx
    .update(questions)
    .set({ state: to, updatedAt: now, closedAt: to === 'closed' ? now : null })
    .where(eq(questions.reference, reference));
  return row;
}

async function exportAll(
  { orm }: CommandContext,
  request: Acting & Wanted & { format: Format },
  now: Date,
): Promise<string[]> {
  const rows = await rowsOf(orm, matching(request));
  if (rows.length === 0) throw new Refusal('There is no question to export.');
  const detail = [`${rows.length} as ${request.format}`, named(request)].filter(Boolean).join(', ');
  await note(orm, { at: now, reference: '', by: request.by, action: 'exported', detail });
  const records = await Promise.all(
    rows.map(async (row) => ({
      ...recordOf(row),
      answers: Object.fromEntries(
        (await answersOf(orm, row.reference)).map(({ at, by, text }, index) => [
          index + 1,
          { at: at.toISOString(), by, text },
        ]),
      ),
    })),
  );
  return exported(records, request.format);
}

/** What an operator does with questions: reads, answers, closes, exports and erases them. */
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { lines } from '../../accounts/fields.ts';
import { MOST_ANSWER, QUESTION_STATES, type QuestionState, TOPICS, type Topic } from '../../accounts/lists.ts';
import { QUESTION_REFERENCE } from '../../contract/questionLink.ts';
import { fileLines, PICTURES } from '../accounts/files.ts';
import {
  accountOf,
  auditLines,
  DENIED,
  exported,
  flat,
  hasAccount,
  minute,
  type Note,
  needNames,
  note as noteIn,
} from '../accounts/records.ts';
import { assign, QUESTIONS } from '../companies/assign.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { questionAnswers, questionAudit, questions } from '../db/schema.ts';
import { emit } from '../webhooks/queue.ts';
import { eraseQuestion } from './erase.ts';
import { queueAnswered } from './mails.ts';
import { answersOf } from './store.ts';

const tool = v.literal('questions');
const by = v.string();
const reference = v.string();
const state = v.optional(v.picklist(QUESTION_STATES));
const topic = v.optional(v.picklist(TOPICS));

/** Requests of the operators' tool. */
export const questionsRequest = v.variant('action', [
  v.object({ tool, action: v.literal('list'), by, state, topic }),
  v.object({ tool, action: v.literal('show'), by, reference }),
  v.object({ tool, action: v.literal('answer'), by, reference, text: v.string() }),
  v.object({ tool, action: v.literal('close'), by, reference }),
  v.object({ tool, action: v.literal('assign'), by, reference, company: v.string() }),
  v.object({ tool, action: v.literal('unassign'), by, reference }),
  v.object({ tool, action: v.literal('export'), by, state, topic, format: v.picklist(['csv', 'json']) }),
  v.object({ tool, action: v.literal('erase'), by, reference }),
]);
export type QuestionsRequest = v.InferOutput<typeof questionsRequest>;
type Of<A extends QuestionsRequest['action']> = Extract<QuestionsRequest, { action: A }>;

type Stored = typeof questions.$inferSelect;
type Row = Stored & { hasAccount: boolean };

export interface Place {
  orm: Orm;
  dataDir: string;
}

/** Runs a request of the tool; returns the lines to print. */
export async function administerQuestions(on: Place, request: QuestionsRequest, now = new Date()): Promise<string[]> {
  needNames(request, QUESTION_REFERENCE, 'FQ-0000-0000-0000');
  if (request.action === 'list') return list(on.orm, request, now);
  if (request.action === 'show') return show(on, request, now);
  if (request.action === 'answer') return answer(on, request, now);
  if (request.action === 'close') return close(on.orm, request, now);
  if (request.action === 'assign' || request.action === 'unassign') return assign(on.orm, QUESTIONS, request, now);
  if (request.action === 'export') return exportAll(on.orm, request, now);
  if (!(await eraseQuestion(on.orm, on.dataDir, request.reference, request.by, now))) throw unknown(request.reference);
  return [`${request.reference} is erased, with its answers and pictures.`];
}

const unknown = (one: string) => new Refusal(`There is no question ${one}: 'list' shows those there are.`);
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

interface Wanted {
  state?: QuestionState | undefined;
  topic?: Topic | undefined;
}
const matching = ({ state: one, topic: other }: Wanted) =>
  and(one && eq(questions.state, one), other && eq(questions.topic, other));
const named = ({ state: one, topic: other }: Wanted) => [one, other].filter(Boolean).join(', ');

/** Lists no addresses and no words: an operator who needs them opens one question. */
async function list(orm: Orm, request: Of<'list'>, now: Date): Promise<string[]> {
  const rows = await rowsOf(orm, matching(request));
  await note(orm, { at: now, reference: '', by: request.by, action: 'listed', detail: named(request) || null });
  const found = rows.map(({ reference: of, state: at, askedAt, topic: about, locale, company, deniedAt }) =>
    [
      of,
      at,
      minute(askedAt),
      about,
      locale,
      ...(company ? [`assigned to ${company}`] : []),
      ...(deniedAt ? [DENIED] : []),
    ].join('  '),
  );
  return found.length > 0 ? found : ['There is no question.'];
}

async function show({ orm, dataDir }: Place, { by: who, reference: of }: Of<'show'>, now: Date): Promise<string[]> {
  const [row] = await rowsOf(orm, eq(questions.reference, of));
  if (!row) throw unknown(of);
  await note(orm, { at: now, reference: of, by: who, action: 'shown' });
  const { question, ...record } = recordOf(row);
  const answers = await answersOf(orm, of);
  return [
    ...Object.entries(flat(record)).map(([name, value]) => `${name}: ${value}`),
    ...indented(`question:`, question),
    ...answers.flatMap(({ at, by: name, text }) => indented(`answer of ${name}, ${minute(at)}:`, text)),
    ...(await fileLines(PICTURES, orm, dataDir, of)),
    ...(await auditLines(questionAudit, orm, of)),
  ];
}

const indented = (heading: string, text: string) => [heading, ...text.split('\n').map((line) => `  ${line}`)];

const recordOf = ({ reference: of, state: at, topic: on, locale, about, email, question, enquiry, ...times }: Row) => ({
  ...{ reference: of, state: at, topic: on, locale, about, email, account: accountOf(times), enquiry },
  askedAt: times.askedAt.toISOString(),
  updatedAt: times.updatedAt.toISOString(),
  closedAt: times.closedAt?.toISOString() ?? null,
  ...{ assignedTo: times.company, handledBy: times.companyMember },
  question,
});

async function answer(
  { orm }: Place,
  { by: who, reference: of, text: given }: Of<'answer'>,
  now: Date,
): Promise<string[]> {
  const checked = v.safeParse(lines(MOST_ANSWER, 'questionEmpty'), given, { abortPipeEarly: true });
  if (!checked.success) {
    throw new Refusal(`An answer is a text of 1 to ${MOST_ANSWER} characters, without control characters.`);
  }
  const text = checked.output;
  await guarded('answering', () => orm.transaction((tx) => saveAnswer(tx, { reference: of, by: who, text }, now)));
  return [`${of} is answered.`];
}

/** Stores an answer, which the visitor is told of. Throws a Refusal if there is no such question. */
export async function saveAnswer(
  tx: Orm,
  { reference: of, by: who, text }: { reference: string; by: string; text: string },
  now: Date,
): Promise<void> {
  const row = await changeState(tx, of, 'answered', now);
  const [made] = await tx
    .insert(questionAnswers)
    .values({ question: of, at: now, by: who, text })
    .returning({ id: questionAnswers.id });
  await tx.insert(questionAudit).values({ at: now, reference: of, by: who, action: 'answered', detail: made?.id });
  await queueAnswered(tx, row, made?.id ?? of, now);
  if (row.company === null) return;
  const to = { company: row.company, kind: 'live' } as const;
  const event = `question.answered ${of} ${made?.id}`;
  await emit(tx, [{ to, type: 'question.answered', event, data: { reference: of } }], now);
}

async function close(orm: Orm, { by: who, reference: of }: Of<'close'>, now: Date): Promise<string[]> {
  await guarded('closing a question', () =>
    orm.transaction(async (tx) => {
      await changeState(tx, of, 'closed', now);
      await tx.insert(questionAudit).values({ at: now, reference: of, by: who, action: 'closed' });
    }),
  );
  return [`${of} is closed.`];
}

/** Sets the state of a question, and returns it. Throws a Refusal if there is none, or if it is closed already. */
async function changeState(tx: Orm, of: string, to: QuestionState, now: Date): Promise<Stored> {
  const [row] = await tx.select().from(questions).where(eq(questions.reference, of)).for('update');
  if (!row) throw unknown(of);
  if (to === 'closed' && row.state === 'closed') throw new Refusal(`${of} is closed already.`);
  await tx
    .update(questions)
    .set({ state: to, updatedAt: now, closedAt: to === 'closed' ? now : null })
    .where(eq(questions.reference, of));
  return row;
}

async function exportAll(orm: Orm, request: Of<'export'>, now: Date): Promise<string[]> {
  const rows = await rowsOf(orm, matching(request));
  if (rows.length === 0) throw new Refusal('There is no question to export.');
  const detail = [`${rows.length} as ${request.format}`, named(request)].filter(Boolean).join(', ');
  await note(orm, { at: now, reference: '', by: request.by, action: 'exported', detail });
  const records = await Promise.all(
    rows.map(async (row) => ({
      ...recordOf(row),
      answers: Object.fromEntries(
        (await answersOf(orm, row.reference)).map(({ at, by: who, text }, index) => [
          index + 1,
          { at: at.toISOString(), by: who, text },
        ]),
      ),
    })),
  );
  return exported(records, request.format);
}

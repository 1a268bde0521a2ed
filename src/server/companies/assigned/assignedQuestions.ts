/** Questions that are assigned to a company: its members read them, hand them to each other, answer. */
import { and, desc, eq } from 'drizzle-orm';
import {
  type AssignedQuestion,
  type AssignedQuestionDetail,
  assignedQuestionCall,
  assignedQuestionsCall,
  questionAnswerCall,
  questionMemberCall,
} from '../../../contract/companyWork.ts';
import { answerShape, handlerShape } from '../../../forms/companyForms.ts';
import { QUESTION_STATES, type QuestionState } from '../../../forms/lists.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { companyMembers, questionAudit, questionPictures, questions, users } from '../../db/schema.ts';
import { note as noteIn } from '../../shared/records.ts';
import { saveAnswer } from '../../support/commands.ts';
import { answersOf } from '../../support/store.ts';
import { type CompanyActor, type CompanyPart, NOT_FOUND } from '../companyCalls.ts';
import { PAGE, paged } from '../pages.ts';
import { byMember, CLOSED, HANDLER, handlerOf, handles, handOver, olderThan, type Working } from './assignedWork.ts';
import { QUESTIONS } from './operatorAssignment.ts';

type Row = typeof questions.$inferSelect;

export function addQuestions({ company }: CompanyPart): void {
  company.read({
    call: assignedQuestionsCall,
    operationId: 'companyQuestions',
    summary: 'Questions assigned to the company, newest first, without their words',
    permission: 'clients.readQuestions',
    confirmed: true,
    handle: async ({ c, orm, company: { id } }) => {
      const [given, after] = [c.req.query('state'), c.req.query('after')];
      const state = QUESTION_STATES.find((candidate) => candidate === given);
      if (given !== undefined && !state) return fault('state', 'choiceUnknown');
      return { data: await questionsOf(orm, id, { state, after }) };
    },
  });

  company.read({
    call: assignedQuestionCall,
    operationId: 'companyQuestion',
    summary: 'A question assigned to the company, with its answers. It is recorded who has read it',
    permission: 'clients.readQuestions',
    confirmed: true,
    handle: showQuestion,
  });

  company.change({
    call: questionMemberCall,
    method: 'put',
    operationId: 'companyQuestionMember',
    summary: 'Hands a question to a member of the company, or to nobody',
    permission: 'clients.answerQuestions',
    confirmed: true,
    body: handlerShape,
    handle: (context) => handOver(context, QUESTIONS),
  });

  company.change({
    call: questionAnswerCall,
    method: 'post',
    operationId: 'companyQuestionAnswer',
    summary: 'Answers a question. The visitor is told by mail',
    permission: 'clients.answerQuestions',
    confirmed: true,
    body: answerShape,
    handle: answerQuestion,
  });
}

/** A question with its answers. It is recorded who has read it. */
export async function showQuestion(working: Working): Promise<Outcome<AssignedQuestionDetail>> {
  const { orm, now, company, param } = working;
  const reference = param('reference').toUpperCase();
  const data = await questionOf(orm, company.id, reference);
  if (!data) return NOT_FOUND;
  await noteIn(questionAudit, orm, { at: now, reference, by: byMember(working), action: 'shown' });
  return { data };
}

/** Answers a question. */
export async function answerQuestion(
  context: CompanyActor & Working & { body: { text: string } },
): Promise<Outcome<null>> {
  const { orm, now, company, note, param, body } = context;
  const reference = param('reference').toUpperCase();
  const [row] = await orm
    .select({ state: questions.state })
    .from(questions)
    .where(and(eq(questions.reference, reference), eq(questions.company, company.id)))
    .for('update');
  if (!row) return NOT_FOUND;
  if (QUESTIONS.isClosed(row.state)) return CLOSED;
  await saveAnswer(orm, { reference, by: byMember(context), text: body.text }, now);
  await note('questionAnswered', { question: reference });
  return { data: null };
}

/** A page of the questions that are assigned to a company. */
export async function questionsOf(
  orm: Orm,
  company: string,
  { state, after }: { state?: QuestionState | undefined; after?: string | undefined } = {},
) {
  const place = { table: questions, ...questions, at: questions.askedAt };
  const rows = await guarded('listing assigned questions', () =>
    read(orm)
      .where(and(eq(questions.company, company), state && eq(questions.state, state), olderThan(after, place, company)))
      .orderBy(desc(questions.askedAt), desc(questions.reference))
      .limit(PAGE + 1),
  );
  const { page, next } = paged(rows, ({ row }) => row.reference);
  return { questions: page.map(({ row, handler }) => inList(row, handler)), next };
}

const read = (orm: Orm) =>
  orm
    .select({ row: questions, handler: HANDLER })
    .from(questions)
    .leftJoin(companyMembers, handles(questions.companyMember))
    .leftJoin(users, eq(users.id, companyMembers.user));

const inList = (
  { reference, state, topic, locale, askedAt, updatedAt }: Row,
  handler: Parameters<typeof handlerOf>[0],
): AssignedQuestion => ({
  reference,
  state,
  topic,
  locale,
  askedAt: askedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  member: handlerOf(handler),
});

/** A question that is assigned to a company, with its answers; null if there is none. No address: mails answer it. */
async function questionOf(orm: Orm, company: string, reference: string): Promise<AssignedQuestionDetail | null> {
  return guarded('reading an assigned question', async () => {
    const [found] = await read(orm).where(and(eq(questions.reference, reference), eq(questions.company, company)));
    if (!found) return null;
    const { row, handler } = found;
    const answers = await answersOf(orm, reference);
    return {
      ...inList(row, handler),
      about: row.about,
      question: row.question,
      pictures: await orm.$count(questionPictures, eq(questionPictures.owner, reference)),
      answers: answers.map(({ at, text }) => ({ at: at.toISOString(), text })),
    };
  });
}

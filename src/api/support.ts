import type { Question } from '../accounts/question.ts';
import type { Call } from '../contract/common.ts';
import { ApiError, SERVER_CODES } from '../contract/errors.ts';
import {
  ASK_PATH,
  type Asked,
  askData,
  QUESTION_SECRET_HEADER,
  type QuestionThread,
  questionCall,
} from '../contract/support.ts';
import { type ApiOptions, call, successOf } from './client.ts';

const askCall: Call<typeof askData> = { path: ASK_PATH, data: askData };

/** Sends a question. The server accepts it only once per key, however often it is sent. */
export async function ask(body: Question, key: string, options: ApiOptions): Promise<Asked> {
  return successOf(
    await call(askCall, {}, options, { method: 'post', json: body, headers: { 'Idempotency-Key': key } }),
  );
}

/** A question with its answers; null if there is none with this secret. */
export async function readQuestion(
  reference: string,
  secret: string,
  options: ApiOptions,
): Promise<QuestionThread | null> {
  try {
    const headers = { [QUESTION_SECRET_HEADER]: secret };
    return successOf(await call(questionCall, { reference }, options, { headers }));
  } catch (error) {
    if (error instanceof ApiError && error.code === SERVER_CODES.notFound.code) return null;
    throw error;
  }
}

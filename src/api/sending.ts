/** How far something that is sent exactly once has come: an application, a question. */
import type { ApiError, ServerWords, TransportKind } from '../contract/errors.ts';

/** Why a call failed: a kind for which the islands have words, or the message of the server. */
export type FailureReason = TransportKind | ServerWords;

/** The server's error message for a field. */
export interface FieldFault {
  field: string;
  message: string;
}

export type SendStatus =
  | { status: 'idle' | 'sending' }
  /** It may not have arrived, or the server is busy: it may be sent again unchanged */
  | { status: 'failed'; why: FailureReason }
  /** It arrived before with other answers: sending it again makes another one */
  | { status: 'changed' }
  | { status: 'refused'; fields: readonly FieldFault[] };

/** What an error of sending means. Never rejects. */
export async function outcomeOf(error: unknown): Promise<SendStatus> {
  try {
    const { ApiError, SERVER_CODES, TransportError } = await import('../contract/errors.ts');
    if (error instanceof TransportError) return { status: 'failed', why: error.kind };
    if (error instanceof ApiError && error.fields.length > 0) return { status: 'refused', fields: error.fields };
    if (error instanceof ApiError && error.code === SERVER_CODES.conflict.code) return { status: 'changed' };
    if (error instanceof ApiError) return { status: 'failed', why: wordsIn(error) };
  } catch {
    // Its scripts did not load either.
  }
  return { status: 'failed', why: 'unreachable' }; // The visitor left the page, or its scripts did not load.
}

/** The message of an error of the API. */
export const wordsIn = ({ message: text, requestId }: ApiError): FailureReason =>
  text ? { text, requestId } : 'server';

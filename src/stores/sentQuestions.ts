/** Sending a question of any form, and the questions that were sent from this device. */
import type { WritableAtom } from 'nanostores';
import { outcomeOf, type SendStatus } from '../api/sending.ts';
import { newKey } from '../browserState/idempotencyKey.ts';
import { QUESTIONS_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed } from '../browserState/storage.ts';
import type { Service } from '../contract/common.ts';
import type { Fault } from '../forms/faults.ts';

/** A question that has arrived. Reading it needs the secret. */
export interface SentQuestion {
  reference: string;
  secret: string;
  /** ISO 8601 in UTC; null if the visitor came by a link */
  askedAt: string | null;
}

/** The device keeps as many. */
const MOST_QUESTIONS = 20;

/** Newest first. */
export const $questions = persistedAtom<readonly SentQuestion[]>(QUESTIONS_KEY, readQuestions, (list) =>
  list.length === 0 ? null : JSON.stringify(list),
);

function readQuestions(stored: string | null): readonly SentQuestion[] {
  const persisted = parsed(stored);
  return (Array.isArray(persisted) ? persisted : []).flatMap((item: Partial<SentQuestion> | null) =>
    typeof item?.reference === 'string' && typeof item.secret === 'string'
      ? [{ reference: item.reference, secret: item.secret, askedAt: item.askedAt ? String(item.askedAt) : null }]
      : [],
  );
}

/** Keeps a question on this device, first in the list. */
export function keepQuestion(question: SentQuestion): void {
  const others = $questions.get().filter(({ reference }) => reference !== question.reference);
  $questions.set([question, ...others].slice(0, MOST_QUESTIONS));
}

/** Removes a question from this device. */
export function forgetQuestion(reference: string): void {
  $questions.set($questions.get().filter((question) => question.reference !== reference));
}

export type Delivered = { faults: readonly Fault[] } | { sent: SentQuestion } | null;

/**
 * Sends a question, unless it is being sent. Returns its faults if the browser finds any, and the sent question once it has
 * arrived. Never throws: `$state` says what failed. `key` is the idempotency key that `renew` kept last.
 */
export async function deliver(
  $state: WritableAtom<SendStatus>,
  body: object,
  { website, key, renew }: { website: string; key: () => string; renew: (key: string) => void },
  service: Service,
): Promise<Delivered> {
  const { status } = $state.get();
  if (status === 'sending') return null;
  $state.set({ status: 'sending' });
  try {
    const { checkQuestion } = await import('../forms/supportQuestion.ts');
    const checked = checkQuestion(body);
    if ('faults' in checked) {
      $state.set({ status: 'idle' });
      return checked;
    }
    if (status === 'changed' || !key()) renew(newKey());
    const { askCall, request } = await import('../api/lazy/support.ts');
    const { reference, secret, askedAt } = await request(askCall, service, {
      method: 'post',
      // Only the server judges the hidden field.
      json: { ...checked.question, website },
      // The server accepts the question only once per key, however often it is sent.
      headers: { 'Idempotency-Key': key() },
    });
    const sent = { reference, secret, askedAt };
    keepQuestion(sent);
    $state.set({ status: 'idle' });
    return { sent };
  } catch (error) {
    $state.set(await outcomeOf(error));
    return null;
  }
}

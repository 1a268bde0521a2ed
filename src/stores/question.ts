/** The question that is being written to Support, and those that were sent from this device. */
import { atom, type WritableAtom } from 'nanostores';
import type { SentFile } from '../accounts/asked.ts';
import type { Fault } from '../accounts/faults.ts';
import { PICTURE_TYPES } from '../contract/files.ts';
import type { QuestionThread } from '../contract/support.ts';
import { keptAtom } from '../visit/kept.ts';
import { FORM_KEPT_MS, QUESTION_KEY, QUESTIONS_KEY } from '../visit/keys.ts';
import { newKey } from './idempotencyKey.ts';
import { outcomeOf, type Sending } from './sending.ts';
import { createUploads } from './uploads.ts';

export interface SupportService {
  /** Base of the product's API, '' for the site's own origin */
  base: string;
  /** Language of messages, a BCP 47 tag */
  lang: string;
}

/** What was typed so far. */
export interface Draft {
  topic: string;
  about: string;
  email: string;
  question: string;
  pictures: readonly SentFile[];
  /** Idempotency key: the server accepts the question only once. '' before it is first sent */
  key: string;
  /** Milliseconds since 1970 of the last change */
  saved: number;
}

export const NO_DRAFT: Draft = { topic: '', about: '', email: '', question: '', pictures: [], key: '', saved: 0 };

/** A question that has arrived. Reading it needs the secret. */
export interface SentQuestion {
  reference: string;
  secret: string;
  /** ISO 8601 in UTC; null if the visitor came by a link */
  askedAt: string | null;
}

/** The device keeps as many. */
const MOST_QUESTIONS = 20;

export const $draft = keptAtom<Draft>(QUESTION_KEY, readDraft, (draft) =>
  draft.saved === 0 ? null : JSON.stringify(draft),
);

/** Newest first. */
export const $questions = keptAtom<readonly SentQuestion[]>(QUESTIONS_KEY, readQuestions, (list) =>
  list.length === 0 ? null : JSON.stringify(list),
);

/** How far the sending of the question is. */
export const $asking = atom<Sending>({ status: 'idle' });

function readDraft(stored: string | null): Draft {
  const kept = parsed(stored) as Partial<Record<keyof Draft, unknown>> | null;
  if (!kept || !(Date.now() - Number(kept.saved) <= FORM_KEPT_MS)) return NO_DRAFT;
  const text = (name: 'topic' | 'about' | 'email' | 'question' | 'key') => String(kept[name] ?? '');
  return {
    topic: text('topic'),
    about: text('about'),
    email: text('email'),
    question: text('question'),
    pictures: (Array.isArray(kept.pictures) ? kept.pictures : []).flatMap((file: Partial<SentFile> | null) =>
      file?.id ? [{ id: String(file.id), name: String(file.name), size: Number(file.size) }] : [],
    ),
    key: text('key'),
    saved: Number(kept.saved),
  };
}

function readQuestions(stored: string | null): readonly SentQuestion[] {
  const kept = parsed(stored);
  return (Array.isArray(kept) ? kept : []).flatMap((one: Partial<SentQuestion> | null) =>
    typeof one?.reference === 'string' && typeof one.secret === 'string'
      ? [{ reference: one.reference, secret: one.secret, askedAt: one.askedAt ? String(one.askedAt) : null }]
      : [],
  );
}

/** Null if the text is no JSON. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Changes what is typed. */
export function write(part: Partial<Draft>, now = Date.now()): void {
  $draft.set({ ...$draft.get(), ...part, saved: now });
}

/** Deletes what is typed. */
export function forgetDraft(): void {
  $draft.set(NO_DRAFT);
  $asking.set({ status: 'idle' });
}

const pictures = createUploads<SupportService>({
  types: PICTURE_TYPES,
  send: async (file, onProgress, service) => {
    const { sendPicture } = await import('../api/support.ts');
    return sendPicture(file, onProgress, { ...service, quiet: true });
  },
  arrived: (file) => write({ pictures: [...$draft.get().pictures, file] }),
});
export const $picturesUnderWay = pictures.$underWay;
export const sendPicture = pictures.sendFile;

/** Removes a picture from the question, also one that is still being sent. */
export function removePicture(id: string): void {
  pictures.takeAway(id);
  const sent = $draft.get().pictures;
  if (sent.some((file) => file.id === id)) write({ pictures: sent.filter((file) => file.id !== id) });
}

/**
 * Sends the question, unless it is being sent. Returns its faults if the browser finds any, and the sent question once
 * it has arrived. Never throws: the store says what failed, and what was typed stays.
 */
export async function sendQuestion(
  { topic, locale, website }: { topic: string; locale: string; website: string },
  service: SupportService,
): Promise<Delivered> {
  const { about, email, question, pictures: files } = $draft.get();
  const delivered = await deliver(
    $asking,
    { locale, topic, about, email, question, pictures: files.map(({ id }) => id) },
    { website, key: () => $draft.get().key, renew: (key) => write({ key }) },
    service,
  );
  if (delivered && 'sent' in delivered) forgetDraft();
  return delivered;
}

export type Delivered = { faults: readonly Fault[] } | { sent: SentQuestion } | null;

/** Sends a question of a form, as sendQuestion() does. `$state` is how far it is; `key` is what `renew` kept last. */
export async function deliver(
  $state: WritableAtom<Sending>,
  body: object,
  { website, key, renew }: { website: string; key: () => string; renew: (key: string) => void },
  service: SupportService,
): Promise<Delivered> {
  const { status } = $state.get();
  if (status === 'sending') return null;
  $state.set({ status: 'sending' });
  try {
    const { checkQuestion } = await import('../accounts/question.ts');
    const checked = checkQuestion(body);
    if ('faults' in checked) {
      $state.set({ status: 'idle' });
      return checked;
    }
    if (status === 'changed' || !key()) renew(newKey());
    const { ask } = await import('../api/support.ts');
    // Only the server judges the hidden field.
    const filled = { ...checked.question, website: website as '' };
    const { reference, secret, askedAt } = await ask(filled, key(), { ...service, quiet: true });
    const sent = { reference, secret, askedAt };
    keepQuestion(sent);
    $state.set({ status: 'idle' });
    return { sent };
  } catch (error) {
    $state.set(await outcomeOf(error));
    return null;
  }
}

/** Keeps a question on this device, first in the list. */
export function keepQuestion(question: SentQuestion): void {
  const others = $questions.get().filter(({ reference }) => reference !== question.reference);
  $questions.set([question, ...others].slice(0, MOST_QUESTIONS));
}

/** Removes a question from this device. */
export function forgetQuestion(reference: string): void {
  $questions.set($questions.get().filter((one) => one.reference !== reference));
}

/** A question with its answers. 'unknown' if the server has none with this secret, 'failed' if the call fails. */
export async function readThread(
  { reference, secret }: SentQuestion,
  service: SupportService,
): Promise<QuestionThread | 'unknown' | 'failed'> {
  try {
    const { readQuestion } = await import('../api/support.ts');
    return (await readQuestion(reference, secret, { ...service, quiet: true })) ?? 'unknown';
  } catch {
    return 'failed';
  }
}

/** The question that is being written to Support, and a question with its answers. */
import { atom } from 'nanostores';
import type { SendStatus } from '../api/sending.ts';
import { FORM_KEPT_MS, QUESTION_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed } from '../browserState/storage.ts';
import type { Service } from '../contract/common.ts';
import { PICTURE_TYPES } from '../contract/files.ts';
import type { QuestionThread } from '../contract/support.ts';
import type { SentFile } from '../forms/applicationSteps.ts';
import { type Delivered, deliver, type SentQuestion } from './sentQuestions.ts';
import { createUploads } from './uploads.ts';

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

export const $draft = persistedAtom<Draft>(QUESTION_KEY, readDraft, (draft) =>
  draft.saved === 0 ? null : JSON.stringify(draft),
);

/** How far the sending of the question is. */
export const $asking = atom<SendStatus>({ status: 'idle' });

function readDraft(stored: string | null): Draft {
  const persisted = parsed(stored) as Partial<Record<keyof Draft, unknown>> | null;
  if (!persisted || !(Date.now() - Number(persisted.saved) <= FORM_KEPT_MS)) return NO_DRAFT;
  const text = (name: 'topic' | 'about' | 'email' | 'question' | 'key') => String(persisted[name] ?? '');
  return {
    topic: text('topic'),
    about: text('about'),
    email: text('email'),
    question: text('question'),
    pictures: (Array.isArray(persisted.pictures) ? persisted.pictures : []).flatMap((file: Partial<SentFile> | null) =>
      file?.id ? [{ id: String(file.id), name: String(file.name), size: Number(file.size) }] : [],
    ),
    key: text('key'),
    saved: Number(persisted.saved),
  };
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

const pictures = createUploads<Service>({
  types: PICTURE_TYPES,
  send: async (file, onProgress, service) => {
    const { pictureCall, request, uploadOf } = await import('../api/lazy/picture.ts');
    return (await request(pictureCall, service, uploadOf(file, onProgress))).id;
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

/** Sends the question, as deliver() does. */
export async function sendQuestion(
  { topic, locale, website }: { topic: string; locale: string; website: string },
  service: Service,
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

/** A question with its answers. 'unknown' if the server has none with this secret, 'failed' if the call fails. */
export async function readThread(
  { reference, secret }: SentQuestion,
  service: Service,
): Promise<QuestionThread | 'unknown' | 'failed'> {
  try {
    const { nullIf, QUESTION_SECRET_HEADER, questionCall, request } = await import('../api/lazy/support.ts');
    const headers = { [QUESTION_SECRET_HEADER]: secret };
    const asked = request(questionCall, service, { parameters: { reference }, headers });
    return (await nullIf(asked, 'notFound')) ?? 'unknown';
  } catch {
    return 'failed';
  }
}

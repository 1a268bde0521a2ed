/** The advertising request that is being written. Once sent, it is a question like any other (sentQuestions.ts). */
import { atom } from 'nanostores';
import type { SendStatus } from '../api/sending.ts';
import { ENQUIRY_KEY, FORM_KEPT_MS } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed } from '../browserState/storage.ts';
import type { Service } from '../contract/common.ts';
import { type Delivered, deliver } from './sentQuestions.ts';

/** What was filled in so far, by the names of the controls. */
export interface EnquiryDraft {
  answers: Readonly<Record<string, unknown>>;
  /** Idempotency key: the server accepts the request only once. '' before it is first sent */
  key: string;
  /** Milliseconds since 1970 of the last change */
  saved: number;
}

export const NO_ENQUIRY: EnquiryDraft = { answers: {}, key: '', saved: 0 };

export const $enquiry = persistedAtom<EnquiryDraft>(ENQUIRY_KEY, readEnquiry, (draft) =>
  draft.saved === 0 ? null : JSON.stringify(draft),
);

/** How far the sending of the request is. */
export const $enquiring = atom<SendStatus>({ status: 'idle' });

function readEnquiry(stored: string | null): EnquiryDraft {
  const persisted = parsed(stored) as Partial<EnquiryDraft> | null;
  if (!persisted || !(Date.now() - Number(persisted.saved) <= FORM_KEPT_MS)) return NO_ENQUIRY;
  return { answers: { ...persisted.answers }, key: String(persisted.key ?? ''), saved: Number(persisted.saved) };
}

/** Changes what is filled in. */
export function writeEnquiry(part: EnquiryDraft['answers'], now = Date.now()): void {
  const draft = $enquiry.get();
  $enquiry.set({ ...draft, answers: { ...draft.answers, ...part }, saved: now });
}

/** Deletes what is filled in. */
export function forgetEnquiry(): void {
  $enquiry.set(NO_ENQUIRY);
  $enquiring.set({ status: 'idle' });
}

/** Sends the request, as deliver() does. */
export async function sendEnquiry(
  { locale, website }: { locale: string; website: string },
  service: Service,
): Promise<Delivered> {
  const { email, question, markets, ...rest } = $enquiry.get().answers;
  // A choice of a country may be left empty.
  const chosen = Array.isArray(markets) ? markets.filter(Boolean) : markets;
  const delivered = await deliver(
    $enquiring,
    { locale, topic: 'advertising', email, question, enquiry: { ...rest, markets: chosen } },
    {
      website,
      key: () => $enquiry.get().key,
      renew: (key) => $enquiry.set({ ...$enquiry.get(), key }),
    },
    service,
  );
  if (delivered && 'sent' in delivered) forgetEnquiry();
  return delivered;
}

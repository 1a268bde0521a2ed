/** The words of a call that has failed. */
import type { FailureReason } from '../api/sending.ts';
import type { ServerWords } from '../contract/errors.ts';
import type { MessageValues } from '../i18n/format.ts';
import type { KeysOf } from '../i18n/messages.ts';

export type SayError = (key: KeysOf<'error.*'>, values?: MessageValues) => string;

/** What the server says, and the request id that Support finds in its log. */
export const quoted = (
  { text, requestId }: ServerWords,
  say: (key: 'error.quote', values: MessageValues) => string,
): string => (requestId ? `${text} ${say('error.quote', { id: requestId })}` : text);

/** Why a change did not arrive. */
export const reason = (why: FailureReason, say: SayError): string =>
  typeof why === 'object' ? quoted(why, say) : say(`error.${why}`);

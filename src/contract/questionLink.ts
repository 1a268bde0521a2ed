/** References of questions, and links to them. */

// cspell:ignore HJKMNP
export const QUESTION_REFERENCE = /^FQ(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

/** The page of a question. The secret is behind `#`: browsers send that part to nobody. */
export const threadPath = (reference: string, secret: string) => `/support/question#${reference}.${secret}`;

/** Reference and secret in the fragment of an address of threadPath(); null if there are none. */
export function readThreadHash(hash: string): { reference: string; secret: string } | null {
  const [, reference = '', secret = ''] = /^#(FQ-[\w-]{14})\.([\w-]{1,64})$/.exec(hash) ?? [];
  return QUESTION_REFERENCE.test(reference) ? { reference, secret } : null;
}

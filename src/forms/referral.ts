/** Personal links to the account form: '/openAccountForm?ref=<code>'. */

export const REFERRAL_PARAMETER = 'ref';

/** The code of a personal link: 72 random bits. */
export const REFERRAL = /^[\w-]{12}$/;

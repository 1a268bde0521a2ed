/** The words of the page of decisions. */
export const MODERATION_WORDS = ['form.optional', 'moderation.*', 'relogin.cancel', 'report.reason.*'] as const;

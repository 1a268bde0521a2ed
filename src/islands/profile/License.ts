import type { License } from '../../contract/companyWork.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { dayIn } from './time.ts';

export const LICENSE_WORDS = ['license.*'] as const;

/**
 * 'Licensed analyst · Securities analyst · A-123 · FSA · submitted November 27, 2026 · checked by Finger on …'. `types`
 * are the names of licenses.
 */
export function licenseLine(
  { role, state, type, number, authority, submittedAt, checkedAt, checkedBy }: License,
  types: Readonly<Record<string, string>>,
  lang: string,
  say: (key: KeysOf<(typeof LICENSE_WORDS)[number]>, values?: Record<string, string>) => string,
): string {
  const day = dayIn(lang);
  return [
    say(`license.${role}.${state === 'refused' ? 'none' : state}`),
    ...(state === 'none'
      ? []
      : [lookUp(types, type), number, authority, say('license.submitted', { date: day(submittedAt) })]),
    checkedAt && checkedBy && say('license.checked', { who: checkedBy, date: day(checkedAt) }),
  ]
    .filter(Boolean)
    .join('\u00a0· ');
}

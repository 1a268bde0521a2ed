/** The license of an analyst or a broker in a line. */
import type { License } from '../contract/companyWork.ts';
import { lookUp } from '../lookUp.ts';
import { dayOf } from '../markets/times.ts';
import type { Page } from './page.ts';

/**
 * 'Licensed analyst · Securities analyst · A-123 · FSA · submitted November 27, 2026 · checked by Finger on …'. `types`
 * are the names of licenses.
 */
export function licenseLine(
  { role, state, type, number, authority, submittedAt, checkedAt, checkedBy }: License,
  types: Readonly<Record<string, string>>,
  { lang, zone, word }: Pick<Page, 'lang' | 'zone' | 'word'>,
): string {
  const day = (at: string) => dayOf(at, lang, zone);
  return [
    word(`license.${role}.${state === 'refused' ? 'none' : state}`),
    ...(state === 'none'
      ? []
      : [lookUp(types, type), number, authority, word('license.submitted', { date: day(submittedAt) })]),
    checkedAt && checkedBy && word('license.checked', { who: checkedBy, date: day(checkedAt) }),
  ]
    .filter(Boolean)
    .join('\u00a0· ');
}

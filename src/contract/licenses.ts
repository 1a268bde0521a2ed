/** The license of an analyst or a broker, as it is kept and as it goes over the wire. */
import * as v from 'valibot';
import { LICENSE_STATES } from '../forms/lists.ts';
import { instant } from './common.ts';

const license = v.object({
  role: v.picklist(['analyst', 'broker']),
  state: v.picklist(LICENSE_STATES),
  /** A key of the dictionary; '' if there is none, as of number and authority */
  type: v.string(),
  number: v.string(),
  /** Who has issued it */
  authority: v.string(),
  /** When an application stated it, by the clock of the server */
  submittedAt: instant,
  /** When it was checked or refused; null if it was not */
  checkedAt: v.nullable(instant),
  /** Why it was refused; '' otherwise */
  reason: v.string(),
});
/** As it is kept: `checkedBy` is the company that has checked or refused it, null for the operator. */
export type License = v.InferOutput<typeof license> & { checkedBy: string | null };

/** As its owner sees it, and who checks it: `checkedBy` names the operator too. Null if nobody has. */
export const licenseData = v.object({ ...license.entries, checkedBy: v.nullable(v.string()) });
export type LicenseData = v.InferOutput<typeof licenseData>;

/** As everyone sees it: the number only once it is checked, and a refused one like none. */
export const shownLicenseData = v.object({
  ...v.omit(licenseData, ['reason']).entries,
  state: v.picklist(['submitted', 'checked', 'none']),
});
export type ShownLicense = v.InferOutput<typeof shownLicenseData>;

/** Faults of answers in forms, as keys. A form has the words of those that it may have, faultWords.ts those of all. */
import type * as v from 'valibot';
import type { FaultKey } from './faultWords.ts';

export interface Fault {
  /** As in the request: 'address.line1' */
  field: string;
  key: FaultKey;
  /** Replaces `{value}`; '' if the words have none */
  value: string;
}

/** A fault as the message of a shape: 'tooLong:100'. */
export const saying = (key: FaultKey, value?: string | number): string =>
  value === undefined ? key : `${key}:${value}`;

/**
 * The message of a shape as key and value. Where the library wrote the message, faultWord() takes the words of
 * choiceUnknown.
 */
export function readFault(message: string): Omit<Fault, 'field'> {
  const [key = '', ...rest] = message.split(':');
  return { key: key as FaultKey, value: rest.join(':') };
}

/** The first fault of each field, in the order of the form. */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { path, message } of issues) {
    const field = (path ?? []).map(({ key }) => String(key)).join('.');
    if (!faults.has(field)) faults.set(field, { field, ...readFault(message) });
  }
  return [...faults.values()];
}

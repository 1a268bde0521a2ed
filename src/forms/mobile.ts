/**
 * Normalizes mobile numbers in any notation to E.164. The tables of libphonenumber would be larger than the whole form;
 * this module only drops national prefixes, and a test compares it with those tables for every country.
 */
import { lookUp } from '../lookUp.ts';

export const E164 = /^\+[1-9]\d{6,14}$/;

const withoutZero = (rest: string) => rest.replace(/^0/, '');
const asItIs = (rest: string) => rest;

/** Countries where a national number is not simply a 0 and the number. */
const NATIONAL: Readonly<Record<string, (rest: string) => string>> = {
  '+1': (rest) => rest.replace(/^1(?=\d{10}$)/, ''),
  '+7': (rest) => rest.replace(/^8(?=\d{10}$)/, ''),
  '+36': (rest) => rest.replace(/^06/, ''),
  // '011 15 2345 6789': the 15 of a mobile number becomes a 9 before the area code in calls from abroad.
  '+54': (rest) =>
    withoutZero(rest).replace(/^(\d{2,4}?)15(\d{6,8})$/, (all: string, area: string, number: string) =>
      area.length + number.length === 10 ? `9${area}${number}` : all,
    ),
  '+375': (rest) => withoutZero(rest.replace(/^8/, '')),
  '+993': (rest) => rest.replace(/^8/, ''),
  // In these countries the 0 is part of the number.
  '+39': asItIs,
  '+225': asItIs,
  '+229': asItIs,
  '+241': asItIs,
  '+242': asItIs,
};

/**
 * @param text as it was typed, with its country's code ('+81 90 …', '0081 90 …') or without ('090-1234-5678')
 * @param dialCode of the country that a number without one belongs to: '+81'
 * @returns '+819012345678', or null where that is no number
 */
export function normalizeMobile(text: string, dialCode: string | null): string | null {
  const written = text
    .normalize('NFKC')
    // Arabic-Indic and Persian digits
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    // '+44 (0)20': the 0 is only for callers within the country
    .replace(/^(\+.*?)\(0\)/, '$1')
    .replace(/[\s\p{Pd}().\u30fb·/]/gu, '')
    .replace(/^00(?=[1-9])/, '+');
  if (!/^\+?\d+$/.test(written)) return null;
  const whole = (rest: string) => `${dialCode}${(lookUp(NATIONAL, dialCode ?? '') ?? withoutZero)(rest)}`;
  let full = written;
  if (!written.startsWith('+')) {
    if (!dialCode) return null;
    full = whole(written);
  } else if (dialCode && written.startsWith(`${dialCode}0`)) full = whole(written.slice(dialCode.length));
  return E164.test(full) ? full : null;
}

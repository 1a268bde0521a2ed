import { parsePhoneNumberFromString } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { normalizeMobile } from '../../../src/forms/mobile.ts';

describe('mobile numbers', () => {
  it.each([
    ['090-1234-5678', '+81', '+819012345678'],
    ['０９０ー１２３４ー５６７８'.replaceAll('ー', '－'), '+81', '+819012345678'],
    ['+81 (0)90 1234 5678', '+81', '+819012345678'],
    ['+81 090 1234 5678', '+81', '+819012345678'],
    ['0081 90 1234 5678', null, '+819012345678'],
    ['+44 7400 123456', '+81', '+447400123456'],
    ['07400.123.456', '+44', '+447400123456'],
    ['(415) 555-0132', '+1', '+14155550132'],
    ['1-415-555-0132', '+1', '+14155550132'],
    ['8 (912) 345-67-89', '+7', '+79123456789'],
    ['06 20 123 4567', '+36', '+36201234567'],
    ['٠٩١٢ ٣٤٥ ٦٧٨٩', '+98', '+989123456789'],
    ['0912-345-678', null, null],
    ['', '+81', null],
    ['+', '+81', null],
    ['+81', '+81', null],
    ['abc', '+81', null],
    ['+1234567890123456', null, null],
    ['090 1234 5678; drop', '+81', null],
  ])('%j of %s is %j', (text, dialCode, found) => {
    expect(normalizeMobile(text, dialCode)).toBe(found);
  });

  it('of every country are what libphonenumber makes of them, written in either way', () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples);
      if (!example) continue;
      const dialCode = `+${getCountryCallingCode(country)}`;
      for (const text of [example.formatNational(), example.formatInternational(), example.number]) {
        tried += 1;
        const expected = parsePhoneNumberFromString(text, country)?.number;
        if (normalizeMobile(text, dialCode) !== expected)
          wrong.push(`${country} ${text} ${expected} ${normalizeMobile(text, dialCode)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(700);
  });
});

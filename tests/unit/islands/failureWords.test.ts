import { expect, it } from 'vitest';
import { formatMessage } from '../../../src/i18n/format.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { pick } from '../../../src/i18n/messages.ts';
import { reason, type SayError } from '../../../src/islands/failureWords.ts';

const requestId = 'FR-0000-0000-0001';

it.each(LOCALE_IDS)('in %s a failure says what the server says, and what to quote, or what has happened', (locale) => {
  const words = pick(locale, ['error.*']);
  const say: SayError = (key, values) => formatMessage(words[key], locale, values);
  expect(reason({ text: 'Down', requestId }, say)).toBe(`Down ${say('error.quote', { id: requestId })}`);
  expect(reason({ text: 'Down', requestId }, say)).toContain(requestId);
  expect(reason({ text: 'Down' }, say)).toBe('Down');
  expect(reason('offline', say)).toBe(say('error.offline'));
});

/** The social socket as docs/socialSocket.md describes it: its examples. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { socialMessage } from '../../../src/contract/postStream.ts';

it('the document has an example of each message, in its shape', () => {
  const blocks = [...readFileSync('docs/socialSocket.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g)];
  const messages = blocks.map(([, json = '']) => v.parse(socialMessage, JSON.parse(json)));
  expect(messages.map(({ type }) => type)).toEqual(socialMessage.options.map(({ entries }) => entries.type.literal));
});

it.each([
  {},
  { type: 'quote', bid: '1.0850' },
  { type: 'post', id: '4711' },
  { type: 'reply', id: '4711' },
  { type: 'withdraw', id: 'x' },
  { type: 'beat' },
])('%j is none', (message) => expect(v.is(socialMessage, message)).toBe(false));

/** The market socket as docs/marketSocket.md describes it: its examples, and the server of the tests that speaks so. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { type MarketMessage, marketMessage } from '../../../src/contract/market.ts';
import { type MarketSocket, startMarketSocket } from '../../helpers/feeds/marketSocket.ts';

let server: MarketSocket | undefined;
let client: WebSocket | undefined;
afterEach(async () => {
  client?.close();
  await server?.stop();
});

it('the document has an example of each message, in its shape', () => {
  const blocks = [...readFileSync('docs/marketSocket.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g)];
  const messages = blocks.map(([, json = '']) => v.parse(marketMessage, JSON.parse(json)));
  expect(messages.map(({ type }) => type)).toEqual(marketMessage.options.map(({ entries }) => entries.type.literal));
});

it.each([
  {},
  { type: 'quote', bid: '1.0850' },
  { type: 'point', series: 'ecb-eur-usd', day: '20/11/2026', value: '1.0850' },
  { type: 'point', series: 'ecb-eur-usd', day: '2026-11-20', value: 1.085 },
  { type: 'point', series: '', day: '2026-11-20', value: '1.0850' },
  { type: 'beat' },
])('%j is none', (message) => expect(v.is(marketMessage, message)).toBe(false));

it('greets with a beat, then tells what is new', async () => {
  server = await startMarketSocket();
  const heard: MarketMessage[] = [];
  client = new WebSocket(server.url);
  client.addEventListener('message', ({ data }) => heard.push(v.parse(marketMessage, JSON.parse(String(data)))));
  await expect.poll(() => heard.length).toBe(1);
  const long = { type: 'point', series: 'a'.repeat(40), day: '2026-11-23', value: `${'1'.repeat(200)}.0` } as const;
  server.send({ type: 'point', series: 'ecb-eur-usd', day: '2026-11-23', value: '1.0850' });
  server.send(long);
  server.send({ type: 'gap' });
  await expect.poll(() => heard.length).toBe(4);
  expect(heard.map(({ type }) => type)).toEqual(['beat', 'point', 'point', 'gap']);
  expect(heard[2]).toEqual(long);
  server.drop();
  await expect.poll(() => client?.readyState).toBe(WebSocket.CLOSED);
  expect(server.clients()).toBe(0);
});

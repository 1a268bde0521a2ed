/** What replaces the monthly rates of the build in the browser, on stand-ins for the elements of LiveRates.astro. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Rates from '../../../src/components/rates/live/rates.ts';
import type { MarketSeries } from '../../../src/contract/all.ts';
import { formatDay } from '../../../src/i18n/format.ts';
import { pick, translator } from '../../../src/i18n/messages.ts';
import { $market, leaveMarket } from '../../../src/stores/market.ts';

const t = translator('en-US');
const PARTS = ['value', 'change'];
const euro: MarketSeries = {
  id: 'ecb-eur-usd',
  name: 'EUR/USD',
  kind: 'daily',
  group: 'currency',
  unit: 'rate',
  base: 'EUR',
  quote: 'USD',
  publisher: { id: 'ecb', name: 'ECB', licence: '', terms: null, notice: null },
  months: null,
  page: 'https://www.ecb.europa.eu',
  change: null,
  late: 0,
  due: null,
  newest: { day: '2026-11-20', value: '1.0850', seenAt: '2026-11-20T15:00:00.000Z' },
  before: { day: '2026-11-19', value: '1.0800' },
};

function rowOf(dataset: Record<string, string>) {
  const parts = new Map(PARTS.map((part) => [part, { textContent: 'of the build' }]));
  const link = {
    href: '/technology/dataHub#of-the-build',
    getAttribute: () => link.href,
    setAttribute: (_: 'href', href: string) => {
      link.href = href;
    },
  };
  const querySelector = (what: string) => (what === 'a' ? link : (parts.get(what.split('"')[1] ?? '') ?? null));
  return { dataset, link, parts, querySelector };
}

beforeEach(() => {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  leaveMarket();
  vi.unstubAllGlobals();
});

it('shows the newest, keeps what has none, and names a socket as long as it is connected', () => {
  const [published, unknown] = [rowOf({ pair: 'EUR/USD' }), rowOf({ pair: 'EUR/CHF' })];
  const socket = { textContent: '' };
  const note = { textContent: 'of the build', dataset: { freshness: 'last' } };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelectorAll: () => [published, unknown] }));
  const box = {
    contains: () => true,
    querySelector: (what: string) => (what.includes('socket') ? socket : note),
  };
  Rates({
    element: { closest: () => box } as unknown as HTMLElement,
    locale: 'en-US',
    service: { base: 'https://api.test', lang: 'en-US', socket: 'wss://market.test/stream' },
    words: pick('en-US', ['rates.*']),
  });
  expect(published.parts.get('value')?.textContent).toBe('of the build');
  $market.set({ state: 'there', list: [euro], source: 'socket' });
  expect(PARTS.map((part) => published.parts.get(part)?.textContent)).toEqual(['1.0850', '+0.46%']);
  expect([published.dataset.direction, published.link.href]).toEqual(['up', '/technology/dataHub#ecb-eur-usd']);
  expect([unknown.parts.get('value')?.textContent, unknown.link.href]).toEqual([
    'of the build',
    '/technology/dataHub#of-the-build',
  ]);
  expect(socket.textContent).toBe(t('rates.socket', { host: 'market.test' }));
  // As long as a value is that of the build, what was said of it stays.
  const day = t('rates.day', { day: formatDay('2026-11-20', 'en-US') });
  const said = () => note.textContent.replaceAll('\u00a0', ' ');
  expect(said()).toBe(`ECB · ${day} · ${t('rates.onDay')} / of the build`);
  expect(note.dataset.freshness).toBe('last');
  const franc = { ...euro, id: 'ecb-eur-chf', name: 'EUR/CHF', quote: 'CHF', late: 3 };
  $market.set({ state: 'there', list: [euro, franc], source: 'socket' });
  expect(note.textContent).toContain(t('rates.late', { days: 3 }));
  expect(note.dataset.freshness).toBe('delayed');
  $market.set({ state: 'there', list: [euro, { ...franc, late: 0 }], source: 'socket' });
  expect(said()).toBe(`${t('rates.current')} · ECB · ${day} · ${t('rates.onDay')}`);
  expect(note.dataset.freshness).toBe('live');
  $market.set({ state: 'failed', list: [], source: null });
  expect(published.parts.get('value')?.textContent).toBe('1.0850');
  expect(socket.textContent).toBe('');
});

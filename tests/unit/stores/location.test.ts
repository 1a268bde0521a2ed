import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCATION_KEY } from '../../../src/browserState/keys.ts';
import { $messages } from '../../../src/browserState/messages.ts';
import { leavePage, returnToPage } from '../../../src/browserState/page.ts';
import { $redirect } from '../../../src/browserState/redirect.ts';
import { $relogin } from '../../../src/browserState/relogin.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import { $location, lookUpLocation, RETRY_MS } from '../../../src/stores/location.ts';
import { type FakeServer, fakeServer, type Reply } from '../../helpers/fakeServer.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

/** A call is answered in milliseconds, or in seconds while the machine is busy. */
const WHILE_BUSY = { timeout: 15_000 };
const OSAKA = { city: 'Osaka', country: 'Japan' };
const envelope = (data: unknown): Reply => ({ body: { code: SUCCESS, message: '', data } });

let api: FakeServer;
let storage: Storage;

const visit = (kept: Storage) => {
  storage = kept;
  vi.stubGlobal('sessionStorage', kept);
};
/** Simulates the next page of the same visit, or what waits for the next result: the state is gone, the storage stays. */
const nextPage = () => $location.set(undefined);
const lookUp = (lang = 'en-US', ipLookup?: string) => lookUpLocation({ apiBase: api.url, ipLookup }, lang);

beforeEach(async () => {
  api = await fakeServer();
  api.answer = ({ path }) => envelope(path.includes('getLocationByIp') ? { list: OSAKA } : { ip: '203.0.113.7' });
  visit(new FakeStorage());
  $location.set(undefined);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

describe('the look-up of the visitor’s place', () => {
  it('is made once a visit', async () => {
    await lookUp();
    expect($location.get()).toEqual(OSAKA);
    expect(api.asked).toHaveLength(2);
    for (let page = 0; page < 3; page++) {
      nextPage();
      await lookUp();
      expect($location.get()).toEqual(OSAKA);
    }
    expect(api.asked).toHaveLength(2);
  });

  it('is made again on the next visit', async () => {
    await lookUp();
    visit(new FakeStorage());
    await lookUp();
    expect(api.asked).toHaveLength(4);
  });

  it('is made again in another language, whose names differ', async () => {
    await lookUp('en-US');
    nextPage();
    await lookUp('ja');
    expect(api.asked).toHaveLength(4);
    expect(api.asked.at(-1)?.headers['accept-language']).toBe('ja');
  });

  const FAILURES = [
    ['fails', { status: 500 }],
    ['answers nonsense', { body: 'x' }],
    ['answers another code', { body: { code: 50000, message: 'no', data: null } }],
    ['is refused without a code', { status: 422, body: { success: false } }],
    ['is forbidden', { status: 403, body: 'x' }],
    ['leads to the page of a locked account', { status: 423, body: { code: 28019, message: 'locked', data: null } }],
    ['finds that the session is over', { status: 401, body: { code: 50008, message: 'over', data: null } }],
    ['is cut off', { fault: 'cut' }],
  ] as const;

  it.each(FAILURES)('is made again on the next page where it %s, in any language, told once', async (_, reply) => {
    const { answer } = api;
    api.answer = () => reply;
    await expect(lookUp()).resolves.toBeUndefined();
    expect($location.get()).toBeNull();
    const told = $messages.get();
    $redirect.set(null);
    $relogin.set('closed');
    nextPage();
    await lookUp('ja');
    expect($location.get()).toBeNull();
    expect(api.asked).toHaveLength(2);
    expect([$messages.get(), $redirect.get(), $relogin.get()]).toEqual([told, null, 'closed']);
    api.answer = answer;
    nextPage();
    await lookUp();
    expect($location.get()).toEqual(OSAKA);
    expect(api.asked).toHaveLength(4);
  });

  describe('that failed', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('is made once more on the same page, a minute later', async () => {
      const { answer } = api;
      api.answer = () => ({ status: 500 });
      await lookUp();
      vi.advanceTimersByTime(RETRY_MS - 1);
      expect(api.asked).toHaveLength(1);
      api.answer = answer;
      vi.advanceTimersByTime(1);
      await vi.waitUntil(() => $location.get());
      expect($location.get()).toEqual(OSAKA);
      nextPage();
      await lookUp();
      expect(api.asked).toHaveLength(3);
    });

    it('is not made a third time on that page', async () => {
      api.answer = () => ({ status: 500 });
      await lookUp();
      nextPage();
      vi.advanceTimersByTime(RETRY_MS);
      await vi.waitUntil(() => $location.get() === null, WHILE_BUSY);
      // Time passes until nothing waits any more: a call sets its timeout, and drops it when its answer has been read.
      await vi.waitUntil(() => {
        vi.advanceTimersByTime(10 * RETRY_MS);
        return vi.getTimerCount() === 0;
      }, WHILE_BUSY);
      expect(api.asked).toHaveLength(2);
    });

    it('is not made again by a page that was left', async () => {
      api.answer = () => ({ status: 500 });
      await lookUp();
      leavePage();
      returnToPage();
      vi.advanceTimersByTime(RETRY_MS);
      expect(vi.getTimerCount()).toBe(0);
      expect(api.asked).toHaveLength(1);
    });
  });

  it('remembers an unknown place as such', async () => {
    api.answer = ({ path }) =>
      envelope(path.includes('getLocationByIp') ? { list: { city: null, country: null } } : { ip: '10.0.0.1' });
    await lookUp();
    await lookUp();
    expect($location.get()).toBeNull();
    expect(api.asked).toHaveLength(2);
  });

  it('is not made where there is no API, whatever else is configured', async () => {
    for (const ipLookup of [undefined, api.url]) await lookUpLocation({ apiBase: undefined, ipLookup }, 'en-US');
    expect($location.get()).toBeUndefined();
    expect(api.asked).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('waits until a page that is prepared unseen is shown, and takes what the page before has found', async () => {
    const page = Object.assign(new EventTarget(), { prerendering: true, cookie: '' });
    vi.stubGlobal('document', page);
    const show = () => {
      page.prerendering = false;
      page.dispatchEvent(new Event('prerenderingchange'));
    };
    const first = lookUp();
    await new Promise((done) => setTimeout(done, 20));
    expect(api.asked).toEqual([]);
    show();
    await first;
    expect(api.asked).toHaveLength(2);

    nextPage();
    const found = storage;
    visit(new FakeStorage());
    page.prerendering = true;
    const second = lookUp();
    visit(found);
    show();
    await second;
    expect($location.get()).toEqual(OSAKA);
    expect(api.asked).toHaveLength(2);
  });

  it('asks the configured service for the address', async () => {
    const service = await fakeServer();
    service.answer = () => ({ body: { ip: '198.51.100.4' } });
    await lookUp('en-US', service.url);
    await service.stop();
    expect($location.get()).toEqual(OSAKA);
    expect(service.asked).toHaveLength(1);
    expect(api.asked.map(({ path }) => path.split('/').at(-1))).toEqual(['198.51.100.4']);
  });

  it.each(['x', '{}', '[]', 'null', '7', '"place"', '{"lang":"en-US"}', '{"place":null}'])(
    'is made where the storage holds %j, which is no answer',
    async (kept) => {
      visit(new FakeStorage({ [LOCATION_KEY]: kept }));
      await lookUp();
      expect($location.get()).toEqual(OSAKA);
      expect(api.asked).toHaveLength(2);
    },
  );

  it('works without storage', async () => {
    visit(FakeStorage.broken());
    await lookUp();
    expect($location.get()).toEqual(OSAKA);
    vi.unstubAllGlobals();
    nextPage();
    await lookUp();
    expect($location.get()).toEqual(OSAKA);
  });
});

/** The pages that the search offers because the visitor left them last. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RECENT_KEY } from '../../../src/browserState/keys.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

/** The store on a device that keeps this text. */
async function load(kept?: string) {
  const storage = new FakeStorage(kept === undefined ? {} : { [RECENT_KEY]: kept });
  vi.stubGlobal('localStorage', storage);
  return { storage, ...(await import('../../../src/stores/recent.ts')) };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it('keeps five, the newest first and each once', async () => {
  const { $recent, keepRecent } = await load();
  for (const page of ['/a', '/b', '/c', '/d', '/e', '/f', '/c']) keepRecent(page, `Page ${page}`);
  expect($recent.get().map(([path]) => path)).toEqual(['/c', '/f', '/e', '/d', '/b']);
  expect($recent.get()[0]).toEqual(['/c', 'Page /c']);
});

it('goes on with what the device keeps, and leaves no trace when it is cleared', async () => {
  const { $recent, keepRecent, storage } = await load('[["/a","A"]]');
  keepRecent('/b', 'B');
  expect(storage.getItem(RECENT_KEY)).toBe('[["/b","B"],["/a","A"]]');
  $recent.set([]);
  expect(storage.getItem(RECENT_KEY)).toBeNull();
});

it.each([
  '',
  'null',
  '{"path":"/a"}',
  '["/a"]',
  '[["/a"]]',
  '[[1,"A"]]',
  '[["//other.example","A"]]',
  '[["javascript:alert(1)","A"]]',
])('has no link where the device keeps %j', async (kept) => {
  const { $recent } = await load(kept);
  expect($recent.get()).toEqual([]);
});

/** The country of residence: what the visitor chose, else that of the look-up. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RESIDENCE_KEY } from '../../../src/browserState/keys.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

/** The stores of a page whose device keeps `stored`. */
async function stores(stored?: string) {
  const storage = new FakeStorage(stored === undefined ? {} : { [RESIDENCE_KEY]: stored });
  vi.stubGlobal('localStorage', storage);
  const { $chosenResidence, $residence } = await import('../../../src/stores/residence.ts');
  const { $location } = await import('../../../src/stores/location.ts');
  return { storage, $chosenResidence, $residence, $location };
}

beforeEach(() => vi.resetModules()); // A store reads its key when its module loads.
afterEach(() => vi.unstubAllGlobals());

it('is that of the look-up until another is chosen, and again when the choice is taken back', async () => {
  const { storage, $chosenResidence, $residence, $location } = await stores();
  expect($residence.get()).toBe('');
  $location.set({ city: 'Osaka', country: 'Japan', countryCode: 'JP' });
  expect($residence.get()).toBe('JP');
  expect(storage.getItem(RESIDENCE_KEY)).toBeNull();
  $chosenResidence.set('BR');
  expect([$residence.get(), storage.getItem(RESIDENCE_KEY)]).toEqual(['BR', 'BR']);
  $chosenResidence.set('');
  expect([$residence.get(), storage.getItem(RESIDENCE_KEY)]).toEqual(['JP', null]);
});

it('is none where the look-up failed or gives no code', async () => {
  const { $residence, $location } = await stores();
  for (const place of [null, { city: 'Osaka', country: 'Japan' }]) {
    $location.set(place);
    expect($residence.get()).toBe('');
  }
});

it('is read from the device, but for what is no code of a country', async () => {
  expect((await stores('TW')).$residence.get()).toBe('TW');
  for (const odd of ['tw', 'Taiwan', '__proto__', '']) {
    vi.resetModules();
    expect((await stores(odd)).$residence.get(), odd).toBe('');
  }
});

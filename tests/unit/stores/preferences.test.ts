/** What an account holds, on a device with and without a choice of its own. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FLASH_CHOICE_KEY, LOCALE_KEY, RISING_KEY, THEME_KEY, TIME_ZONE_KEY } from '../../../src/browserState/keys.ts';
import type { General } from '../../../src/contract/users.ts';
import { FakeDocument, FakeStorage } from '../../helpers/islands/fakePage.ts';

const ACCOUNT: Pick<General, 'locale' | 'preferences'> = {
  locale: 'ja',
  preferences: {
    theme: 'dark',
    timeZone: 'Asia/Tokyo',
    rising: 'green',
    flash: { important: true, include: 'Fed', exclude: '', zone: 'local' },
  },
};

/** Applies it to a device that keeps `own`; returns what the device keeps then. */
async function after(own: Record<string, string>, account = ACCOUNT) {
  const storage = new FakeStorage(own);
  const document = new FakeDocument();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', document);
  vi.resetModules(); // A store reads its key when its module loads.
  const { applyWhereUnchosen } = await import('../../../src/stores/preferences.ts');
  applyWhereUnchosen(account);
  const keys = [LOCALE_KEY, THEME_KEY, TIME_ZONE_KEY, RISING_KEY, FLASH_CHOICE_KEY];
  return { kept: keys.map((key) => storage.getItem(key)), rising: document.documentElement.dataset.rising };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it('comes to a device without a choice, but for the words of the flash filter', async () => {
  expect(await after({})).toEqual({ kept: ['ja', 'dark', 'Asia/Tokyo', 'green', null], rising: 'green' });
});

it('leaves what was chosen on the device', async () => {
  const own = { [LOCALE_KEY]: 'tw', [THEME_KEY]: 'light', [TIME_ZONE_KEY]: 'UTC', [RISING_KEY]: 'red' };
  expect(await after(own)).toEqual({ kept: ['tw', 'light', 'UTC', 'red', null], rising: undefined });
});

it('changes nothing where the account holds nothing', async () => {
  const { kept } = await after({ [THEME_KEY]: 'dark' }, { locale: 'ja', preferences: {} });
  expect(kept).toEqual(['ja', 'dark', null, null, null]);
});

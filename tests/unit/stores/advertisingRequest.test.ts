/** What the device keeps of an advertising request. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENQUIRY_KEY, FORM_KEPT_MS } from '../../../src/browserState/keys.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

let device: FakeStorage;
const load = async () => {
  // A store reads its key when its module loads.
  vi.resetModules();
  return import('../../../src/stores/advertisingRequest.ts');
};

beforeEach(() => {
  device = new FakeStorage({});
  vi.stubGlobal('localStorage', device);
});
afterEach(() => vi.unstubAllGlobals());

describe('the request that is being written', () => {
  it('is kept and read again, and leaves nothing behind where it is deleted', async () => {
    const first = await load();
    first.writeEnquiry({ company: 'Example' });
    first.writeEnquiry({ markets: ['JP', ''] });
    const { $enquiry, forgetEnquiry } = await load();
    expect($enquiry.get()).toMatchObject({ answers: { company: 'Example', markets: ['JP', ''] }, key: '' });
    forgetEnquiry();
    expect(device.getItem(ENQUIRY_KEY)).toBeNull();
  });

  it('is gone after 30 days', async () => {
    const { writeEnquiry } = await load();
    writeEnquiry({ company: 'Example' }, Date.now() - FORM_KEPT_MS - 1);
    expect((await load()).$enquiry.get().answers).toEqual({});
  });

  it.each(['null', '[]', '"x"', '{', '{"saved":"x"}', '{"saved":1e99}', '{"saved":1e99,"answers":7}'])(
    'is empty whatever else is stored: %s',
    async (stored) => {
      device.setItem(ENQUIRY_KEY, stored);
      expect((await load()).$enquiry.get().answers).toEqual({});
    },
  );
});

/** What the device keeps of posts that are being written. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FORM_KEPT_MS, POST_DRAFTS_KEY } from '../../../src/browserState/keys.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

let device: FakeStorage;
/** A tab: a store reads its key when its module loads. */
const tab = () => {
  vi.resetModules();
  return import('../../../src/stores/postDrafts.ts');
};
const draft = (form: string, given: object = {}) => ({
  owner: 'hana',
  post: null,
  form,
  at: Date.now(),
  answers: { title: `Of ${form}` },
  ...given,
});

beforeEach(() => {
  device = new FakeStorage({});
  vi.stubGlobal('localStorage', device);
});
afterEach(() => vi.unstubAllGlobals());

it('is kept and read again, each form by itself, and leaves nothing behind where it is deleted', async () => {
  const [one, other] = [await tab(), await tab()];
  one.keepDraft(draft('a'));
  other.keepDraft(draft('b'));
  one.keepDraft(draft('a', { answers: { title: 'Again' } }));
  const third = await tab();
  expect(third.$keptDrafts.get().map(({ form, answers }) => [form, answers.title])).toEqual([
    ['a', 'Again'],
    ['b', 'Of b'],
  ]);
  third.forgetKept('a');
  third.forgetKept('b');
  expect(device.getItem(POST_DRAFTS_KEY)).toBeNull();
});

it('is gone after 30 days, and at most 20 are kept', async () => {
  const { keepDraft } = await tab();
  keepDraft(draft('old', { at: Date.now() - FORM_KEPT_MS - 1 }));
  expect((await tab()).$keptDrafts.get()).toEqual([]);
  for (let n = 0; n < 25; n += 1) keepDraft(draft(`f${n}`));
  const kept = (await tab()).$keptDrafts.get();
  expect([kept.length, kept[0]?.form]).toEqual([20, 'f24']);
});

it.each(['null', '{}', '"x"', '{', '[null, 1, {"form":"x"}, {"form":"x","answers":null,"at":1}]'])(
  'is none if the device has %s',
  async (text) => {
    device.setItem(POST_DRAFTS_KEY, text);
    expect((await tab()).$keptDrafts.get()).toEqual([]);
  },
);

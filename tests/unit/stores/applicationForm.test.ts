/** The answers of the account form on the device: restored, merged between tabs, deleted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_FORM_KEY, FORM_KEPT_MS } from '../../../src/browserState/keys.ts';
import type { StoredForm } from '../../../src/stores/applicationForm.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

type Store = typeof import('../../../src/stores/applicationForm.ts');

const NOW = Date.UTC(2026, 10, 21, 12);
const SENT = {
  reference: 'FA-0000-0000-0000',
  secret: 'secret',
  state: 'received',
  submittedAt: '2026-11-21T12:00:00.000Z',
};

let device: FakeStorage;
let events: EventTarget;

/** Opens a new tab with its own copy of the store, and returns the store and the answers it shows. */
async function openTab() {
  vi.resetModules();
  const session = new FakeStorage();
  // Makes this tab the current one: its writes go to its own session storage.
  const use = () => vi.stubGlobal('sessionStorage', session);
  use();
  const store: Store = await import('../../../src/stores/applicationForm.ts');
  const own = new EventTarget();
  vi.stubGlobal('addEventListener', own.addEventListener.bind(own));
  vi.stubGlobal('removeEventListener', own.removeEventListener.bind(own));
  return {
    ...store,
    session,
    use,
    form: () => store.$answers.get(),
    /** Delivers the storage event for a write of another tab. */
    hear: (newValue = device.getItem(ACCOUNT_FORM_KEY), key: string | null = ACCOUNT_FORM_KEY) => {
      use();
      own.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: device }));
    },
  };
}

const kept = (storage: FakeStorage = device): StoredForm | null =>
  JSON.parse(storage.getItem(ACCOUNT_FORM_KEY) ?? 'null') as StoredForm | null;

beforeEach(() => {
  device = new FakeStorage();
  events = new EventTarget();
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});
afterEach(() => vi.unstubAllGlobals());

describe('the answers of the account form', () => {
  it('are kept on the device and found there again', async () => {
    const first = await openTab();
    first.restoreApplicationForm(NOW);
    first.answer({ email: 'a@example.com', 'address.line1': 'One' }, NOW);
    const next = await openTab();
    next.restoreApplicationForm(NOW + 1);
    expect(next.form()).toEqual({ email: 'a@example.com', 'address.line1': 'One' });
  });

  it('hold no password, whatever it is called, and none that somebody has put there', async () => {
    const tab = await openTab();
    tab.restoreApplicationForm(NOW);
    tab.answer({ password: 'Abcdefg1', confirmation: 'Abcdefg1', email: 'a@example.com' }, NOW);
    expect(JSON.stringify(kept())).not.toContain('Abcdefg1');
    expect(tab.form()).toEqual({ email: 'a@example.com' });
    // Only this page knows the password.
    expect(tab.answersNow()).toEqual({ email: 'a@example.com', password: 'Abcdefg1', confirmation: 'Abcdefg1' });
    tab.startAgain(NOW);
    expect(tab.answersNow()).toEqual({});
    device.setItem(ACCOUNT_FORM_KEY, JSON.stringify({ ...kept(), answers: { password: 'Abcdefg1' } }));
    const next = await openTab();
    next.restoreApplicationForm(NOW);
    expect(next.form()).toEqual({});
  });

  it('leave the device 30 days after the last change', async () => {
    const tab = await openTab();
    tab.restoreApplicationForm(NOW);
    tab.answer({ email: 'a@example.com' }, NOW);
    const onTime = await openTab();
    onTime.restoreApplicationForm(NOW + FORM_KEPT_MS);
    expect(onTime.form()).toEqual({ email: 'a@example.com' });
    const late = await openTab();
    late.restoreApplicationForm(NOW + FORM_KEPT_MS + 1);
    expect(late.form()).toEqual({});
    expect(device.getItem(ACCOUNT_FORM_KEY)).toBeNull();
  });

  it.each(['', 'null', '7', '{', '[]', '{"answers":7}', '{"answers":null,"given":null}'])(
    'begin empty where the device holds what is not theirs: %s',
    async (text) => {
      device.setItem(ACCOUNT_FORM_KEY, text);
      const tab = await openTab();
      tab.restoreApplicationForm(NOW);
      expect(tab.form()).toEqual({});
      tab.answer({ email: 'a@example.com' }, NOW);
      expect(kept()?.answers).toEqual({ email: 'a@example.com' });
    },
  );

  it('are those of the page where storage is blocked', async () => {
    const blocked = () => {
      throw new Error('blocked');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    const tab = await openTab();
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    tab.restoreApplicationForm(NOW);
    tab.answer({ email: 'a@example.com' }, NOW);
    tab.keepOn('tab', NOW);
    tab.startAgain(NOW);
    tab.answer({ email: 'b@example.com' }, NOW);
    expect(tab.form()).toEqual({ email: 'b@example.com' });
  });

  it('of two tabs: the later answer to each field counts, in both', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    const two = await openTab();
    two.restoreApplicationForm(NOW);
    two.answer({ email: 'two@example.com', nickname: 'two' }, NOW + 1);
    one.use();
    // This tab has not yet heard of the other one: its write is merged with the stored answers.
    one.answer({ email: 'one@example.com', mobile: '1' }, NOW + 2);
    two.hear();
    const both = { email: 'one@example.com', nickname: 'two', mobile: '1' };
    expect(one.form()).toEqual(both);
    expect(two.form()).toEqual(both);
    expect(kept()?.answers).toEqual(both);
  });

  it('of two tabs: equal times end the same in both', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    const two = await openTab();
    two.restoreApplicationForm(NOW);
    one.use();
    one.answer({ email: 'one@example.com' }, NOW);
    const first = device.getItem(ACCOUNT_FORM_KEY);
    device.removeItem(ACCOUNT_FORM_KEY);
    two.use();
    two.answer({ email: 'two@example.com' }, NOW);
    const second = device.getItem(ACCOUNT_FORM_KEY);
    one.hear(second);
    two.hear(first);
    expect(one.form()).toEqual(two.form());
  });

  it('go in every tab where one starts again, and what is answered then stays', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    one.answer({ email: 'one@example.com' }, NOW);
    const two = await openTab();
    two.restoreApplicationForm(NOW);
    two.startAgain(NOW + 5);
    expect(two.form()).toEqual({});
    one.hear();
    expect(one.form()).toEqual({});
    one.answer({ nickname: 'new' }, NOW + 6);
    two.hear();
    expect(two.form()).toEqual({ nickname: 'new' });
  });

  it('stay in the tab where they are not to be kept on the device, also those of the other tabs', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    one.answer({ email: 'one@example.com' }, NOW);
    const two = await openTab();
    two.restoreApplicationForm(NOW);
    two.keepOn('tab', NOW + 1);
    expect(device.getItem(ACCOUNT_FORM_KEY)).toBeNull();
    expect(kept(two.session)?.answers).toEqual({ email: 'one@example.com' });
    one.hear(null);
    expect(one.$applicationForm.get().kept).toBe('tab');
    one.answer({ nickname: 'one' }, NOW + 2);
    expect(device.getItem(ACCOUNT_FORM_KEY)).toBeNull();
    two.use();
    two.keepOn('device', NOW + 3);
    expect(kept()?.answers).toEqual({ email: 'one@example.com' });
    expect(kept(two.session)).toBeNull();
  });

  it('stay in the hands of who is typing: another tab changes a field once it is left', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    one.answer({ nickname: 'one', email: 'one@example.com', password: 'Abcdefg1' }, NOW);
    const two = await openTab();
    two.restoreApplicationForm(NOW);
    one.holdAnswers(['nickname', 'city']);
    two.answer({ nickname: 'two', email: 'two@example.com', city: 7 }, NOW + 1);
    one.hear();
    const held = { nickname: 'one', email: 'two@example.com', password: 'Abcdefg1' };
    expect(one.answersNow()).toEqual({ ...held, city: undefined });
    one.answer({ nickname: 'one!' }, NOW + 2);
    two.hear();
    expect(two.form().nickname).toBe('one!');
    two.answer({ nickname: 'two!' }, NOW + 3);
    one.hear();
    expect(one.answersNow()).toEqual({ ...held, nickname: 'one!', city: undefined });
    one.holdAnswers([]);
    expect(one.answersNow()).toEqual({ ...held, nickname: 'two!', city: 7 });
  });

  it('are no concern of other keys', async () => {
    const tab = await openTab();
    tab.restoreApplicationForm(NOW);
    tab.answer({ email: 'one@example.com' }, NOW);
    tab.hear('dark', 'themeType');
    expect(tab.$applicationForm.get().kept).toBe('device');
  });
});

describe('the application', () => {
  it('has one key in all tabs, a UUID, until it is renewed', async () => {
    const one = await openTab();
    one.restoreApplicationForm(NOW);
    const key = one.applicationKey(NOW);
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(one.applicationKey(NOW + 1)).toBe(key);
    const two = await openTab();
    two.restoreApplicationForm(NOW + 2);
    expect(two.applicationKey(NOW + 2)).toBe(key);
    two.renewApplicationKey(NOW + 3);
    one.hear();
    expect(one.applicationKey()).toBe(two.applicationKey());
    expect(one.applicationKey()).not.toBe(key);
  });

  it('that has arrived leaves its reference on the device and its answers in the tab', async () => {
    const tab = await openTab();
    tab.restoreApplicationForm(NOW);
    tab.answer({ email: 'one@example.com' }, NOW);
    tab.finish(SENT, NOW);
    expect(kept()).toMatchObject({ sent: SENT, answers: {}, given: {} });
    expect(kept(tab.session)?.answers).toEqual({ email: 'one@example.com' });
    tab.startAgain(NOW + 1);
    expect(kept()).toMatchObject({ sent: null, answers: {} });
    expect(kept(tab.session)).toBeNull();
    expect(tab.$applicationForm.get().sent).toBeNull();
  });
});

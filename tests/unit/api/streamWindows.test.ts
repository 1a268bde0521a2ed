/** The locks and channels through which windows communicate; Node has them too. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Told } from '../../../src/api/changeStream.ts';
import { flashWindows } from '../../../src/api/flashStream.ts';
import type { Membership, Said } from '../../../src/api/sharedStream.ts';
import type { NewsItem } from '../../../src/contract/news.ts';
import { newsItem } from '../../helpers/newsItem.ts';

describe('the locks and channels of a browser', () => {
  const left: Membership<NewsItem>[] = [];
  const join = (language: string) => {
    const heard: Said<NewsItem>[] = [];
    const lead = vi.fn();
    const windows = flashWindows({ language }, { base: '', lang: 'en' });
    const membership = windows?.join({ hear: (said) => heard.push(said), lead });
    if (!membership) throw new Error('Node has locks and channels');
    left.push(membership);
    return { membership, heard, lead };
  };
  const told: Told<NewsItem> = {
    list: [newsItem(1)],
    withdrawn: ['7'],
    gap: false,
    since: '1',
    last: '2',
    hearing: { at: 3, streaming: true, polling: false, online: true },
  };

  afterEach(() => {
    for (const one of left.splice(0)) one.leave();
    vi.unstubAllGlobals();
  });

  it('let the first window lead, then the next, of each language', async () => {
    const [a, b, other] = [join('en'), join('en'), join('ja')];
    await expect.poll(() => [a, b, other].map(({ lead }) => lead.mock.calls.length)).toEqual([1, 0, 1]);
    a.membership.leave();
    await expect.poll(() => b.lead.mock.calls.length).toBe(1);
  });

  it('forget a window that has left before its turn', async () => {
    const [a, b, c] = [join('en'), join('en'), join('en')];
    b.membership.leave();
    await expect.poll(() => a.lead.mock.calls.length).toBe(1);
    a.membership.leave();
    await expect.poll(() => c.lead.mock.calls.length).toBe(1);
    expect(b.lead).not.toHaveBeenCalled();
  });

  it('carry what is said to the others of the same language, and nothing in another form', async () => {
    const [a, b, other] = [join('en'), join('en'), join('ja')];
    a.membership.say({ ...told, since: 1 } as never);
    a.membership.say(null);
    a.membership.say(told);
    await expect.poll(() => b.heard).toEqual([null, told]);
    expect([a.heard, other.heard]).toEqual([[], []]);
  });

  it('are done without where a browser has none, and where it refuses them', async () => {
    vi.stubGlobal('navigator', {});
    expect(flashWindows({ language: 'en' }, { base: '', lang: 'en' })).toBeNull();
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('SecurityError')) } });
    const a = join('en');
    await expect.poll(() => a.lead.mock.calls.length).toBe(1);
    vi.unstubAllGlobals();
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(flashWindows({ language: 'en' }, { base: '', lang: 'en' })).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEVICE_KEY, USER_INFO_COOKIE, USER_KEY } from '../../../src/browserState/keys.ts';
import { loginFrom } from '../../../src/browserState/relogin.ts';
import { currentToken } from '../../../src/browserState/session.ts';
import { $user } from '../../../src/browserState/user.ts';
import { wayBack } from '../../../src/browserState/wayBack.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import { initialsOf } from '../../../src/i18n/initials.ts';
import { enter, followUser, logOutUser, lookAtUser, showUser } from '../../../src/stores/user.ts';
import { type FakeServer, fakeServer, type Reply } from '../../helpers/fakeServer.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

const envelope = (data: unknown, code: number = SUCCESS, status = 200): Reply => ({
  status,
  body: { code, message: '', data },
});
const HANA = { nickname: 'Hana', avatar: null };

/** The cookies of one tab and all others. */
class Jar {
  #pairs = new Map<string, string>();
  written: string[] = [];
  get cookie(): string {
    return [...this.#pairs].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  set cookie(text: string) {
    this.written.push(text);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    if (/Max-Age=0;/.test(text)) this.#pairs.delete(name);
    else this.#pairs.set(name, value);
  }
}

let api: FakeServer;
let jar: Jar;
let storage: FakeStorage;
let local: FakeStorage;
let page: EventTarget;
const service = () => ({ base: api.url, lang: 'en-US' });
const calls = () => api.asked.map(({ path }) => path.replace('/api/web/user/', ''));

beforeEach(async () => {
  api = await fakeServer();
  api.answer = () => envelope({ ...HANA, seconds: 600 });
  jar = new Jar();
  storage = new FakeStorage();
  local = new FakeStorage();
  page = new EventTarget();
  vi.stubGlobal('document', jar);
  vi.stubGlobal('location', new URL('https://www.finger.test/'));
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  $user.set(null);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

const entered = (token: string) => ({ token, seconds: 60, device: null, isNew: false });

describe('who is logged in', () => {
  it('is asked once in a visit, and the cookie holds the token alone, for as long as the server says', async () => {
    await enter(entered('a-long-token-of-a-session'), service());
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    await lookAtUser(service());
    expect(calls()).toEqual(['me']);
    expect(JSON.parse(decodeURIComponent(jar.cookie.slice(USER_INFO_COOKIE.length + 1)))).toEqual({
      token: 'a-long-token-of-a-session',
    });
    expect(jar.written.at(-1)).toMatch(/; Path=\/; Max-Age=600; SameSite=Lax; Secure$/);
    expect(storage.getItem(USER_KEY)).not.toContain('a-long-token');
  });

  it('is asked again for another token', async () => {
    await enter(entered('first-token-of-a-session'), service());
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    api.answer = () => envelope({ nickname: 'Ada', avatar: '/a.webp', seconds: 60 });
    await enter(entered('other-token-of-a-session-2'), service());
    await expect.poll(() => $user.get()).toMatchObject({ nickname: 'Ada', avatar: '/a.webp' });
  });

  it('stays unread if the server cannot say it, and a locked account is logged out here', async () => {
    api.answer = () => envelope(null, 50000, 500);
    await enter(entered('token-of-a-session-1'), service());
    await expect.poll(calls).toEqual(['me']);
    await lookAtUser(service());
    expect($user.get()).toBe('unread');
    api.answer = () => envelope(null, 28019, 423);
    await expect
      .poll(async () => [await lookAtUser(service()), $user.get(), currentToken()])
      .toEqual([undefined, null, null]);
  });

  it('is nothing that we did not write', async () => {
    await enter(entered('token-of-a-session-1'), service());
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    for (const kept of ['null', '7', '{"end":"n-of-a-session-1","user":{"nickname":7}}', '{']) {
      storage.setItem(USER_KEY, kept);
      await lookAtUser(service());
      await expect.poll(() => $user.get()).toMatchObject(HANA);
    }
  });
});

describe('tabs', () => {
  const hear = (newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: USER_KEY, newValue }));

  it('hear a log-out, a log-in and a new nickname of each other', async () => {
    const end = followUser(service());
    expect($user.get()).toBeNull();
    jar.cookie = `${USER_INFO_COOKIE}=${encodeURIComponent('{"token":"token-of-a-session-1"}')}; Max-Age=60`;
    hear('null');
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    hear(JSON.stringify({ end: 'f-a-session-1'.slice(-12), user: { nickname: 'New', avatar: null } }));
    expect($user.get()).toMatchObject({ nickname: 'New', avatar: null });
    hear(JSON.stringify({ end: 'of another', user: { nickname: 'Other', avatar: null } }));
    expect($user.get()).toMatchObject({ nickname: 'New', avatar: null });
    jar.cookie = `${USER_INFO_COOKIE}=; Max-Age=0; `;
    page.dispatchEvent(new Event('pageshow'));
    expect($user.get()).toBeNull();
    end();
  });

  it('are told, and nothing of it stays', async () => {
    const written: unknown[] = [];
    vi.spyOn(local, 'setItem').mockImplementation((key, value) => void written.push([key, value]));
    await enter({ ...entered('token-of-a-session-1'), device: 'secret-of-a-device' }, service());
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    showUser({ nickname: 'New', avatar: null });
    const end = 'token-of-a-session-1'.slice(-12);
    expect(written).toEqual([
      [DEVICE_KEY, 'secret-of-a-device'],
      [USER_KEY, 'null'],
      [USER_KEY, JSON.stringify({ end, user: HANA })],
      [USER_KEY, JSON.stringify({ end, user: { nickname: 'New', avatar: null } })],
    ]);
    expect(local.getItem(USER_KEY)).toBeNull();
  });

  it('log out although the server does not answer', async () => {
    await enter(entered('token-of-a-session-1'), service());
    await expect.poll(() => $user.get()).toMatchObject(HANA);
    await api.stop();
    await logOutUser(service());
    expect([$user.get(), currentToken(), storage.getItem(USER_KEY)]).toEqual([null, null, null]);
    api = await fakeServer();
  });
});

describe('the way back', () => {
  const at = (address: string) => new URL(address, 'https://www.finger.test') as unknown as Location;

  it('is a page of this site with its query and fragment', () => {
    const login = loginFrom('/ja/login', at('/ja/datahub/flash?q=a&b=c#top'));
    expect(wayBack(at(login))).toBe('https://www.finger.test/ja/datahub/flash?q=a&b=c#top');
  });

  it.each([
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example/',
    'javascript:alert(1)',
    ' /login',
    '/login',
    '/login?to=/',
  ])('is not %j', (to) => {
    expect(wayBack(at(`/login?${new URLSearchParams({ to })}`))).toBeNull();
  });

  it('stays on this site if a path begins with two slashes', () => {
    expect(wayBack(at('/login?to=/.//evil.example/'))).toBe('https://www.finger.test//evil.example/');
  });
});

it.each([
  ['Hana Yamada', 'HY'],
  ['Ada King Lovelace', 'AL'],
  ['ada', 'A'],
  ['山田太郎', '山'],
  ['  é  ', 'É'],
  ['👩‍👩‍👧 x', '👩‍👩‍👧X'],
  ['', ''],
])('the initials of %j are %j', (nickname, initials) => expect(initialsOf(nickname)).toBe(initials));

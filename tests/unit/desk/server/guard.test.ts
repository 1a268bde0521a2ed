/** Who may use the desk: only its own pages, on this machine, with the token of this start. */
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { TOKEN_HEADER } from '../../../../src/desk/server/addresses.ts';
import { GUARD_WORDS, newToken, pathOf, refusal } from '../../../../src/desk/server/guard.ts';

const TOKEN = newToken();
const HOST = '127.0.0.1:4321';
const OWN = {
  host: HOST,
  origin: `http://${HOST}`,
  'content-type': 'application/json',
  'content-length': '2',
  [TOKEN_HEADER]: TOKEN,
};

const asked = (
  url: string,
  headers: Record<string, string | undefined> = {},
  { method = 'GET', localAddress = '127.0.0.1', localPort = 4321 } = {},
) => refusal({ url, method, headers, socket: { localAddress, localPort } } as unknown as IncomingMessage, TOKEN);

const calling = (change: Record<string, string | undefined>, method = 'POST') =>
  asked('/_desk/api/saveFile', { ...OWN, ...change }, { method });

it('a page of this machine and a call with the token pass', () => {
  expect(asked('/_desk', { host: HOST })).toBeNull();
  expect(asked('/_desk/edit/ja/pages/adv', { host: 'localhost:4321', 'sec-fetch-site': 'same-origin' })).toBeNull();
  expect(asked('/_desk', { host: '[::1]:4321' }, { localAddress: '::1' })).toBeNull();
  expect(asked('/_desk', { host: HOST, 'sec-fetch-site': 'none' }, { localAddress: '::ffff:127.0.0.1' })).toBeNull();
  expect(asked('/_desk', { host: 'localhost' }, { localPort: 80 })).toBeNull();
  expect(calling({})).toBeNull();
  expect(calling({ 'content-type': 'application/json; charset=utf-8', 'sec-fetch-site': 'same-origin' })).toBeNull();
});

it('other addresses of the site are none of its business', () => {
  for (const url of ['/', '/ja/service/bonds', '/api/web/news', '/service/_desk'])
    expect(asked(url, { host: 'evil.example' }, { localAddress: '192.168.1.5' })).toBeNull();
});

it('a name that leads to this machine, as by DNS rebinding, opens nothing', () => {
  for (const host of [
    'evil.example',
    'evil.example:4321',
    'localhost.evil.example:4321',
    '127.0.0.1.evil.example:4321',
    '127.0.0.1:80',
    '127.0.0.1',
    'localhost:4322',
    '0.0.0.0:4321',
    '127.0.0.1:4321@evil.example',
    '',
    undefined,
  ])
    expect(asked('/_desk', { host }), host).toEqual({ status: 403, text: GUARD_WORDS.otherHost });
});

it('another machine gets no answer, though it names this one', () => {
  for (const localAddress of ['192.168.1.5', '::', '0.0.0.0', 'fe80::1', '10.0.0.1', ''])
    expect(asked('/_desk', { host: HOST }, { localAddress })).toEqual({ status: 403, text: GUARD_WORDS.notLoopback });
});

it('another web page may neither read nor call', () => {
  for (const change of [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:4321' },
    { origin: `https://${HOST}` },
    { origin: undefined },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect(calling(change), JSON.stringify(change)).toEqual({ status: 403, text: GUARD_WORDS.otherSite });
  for (const site of ['cross-site', 'same-site'])
    expect(asked('/_desk', { host: HOST, 'sec-fetch-site': site })?.status).toBe(403);
  for (const site of ['cross-site', 'same-site', 'none', undefined])
    expect(asked('/__open-in-editor?file=x', { host: HOST, 'sec-fetch-site': site })?.status, site).toBe(403);
  expect(asked('/__open-in-editor?file=x', { host: HOST, 'sec-fetch-site': 'same-origin' })).toBeNull();
});

it('a call without the token of this start, with an older one, or as a form or a link can send it, is refused', () => {
  for (const token of [undefined, '', newToken(), `${TOKEN}x`, TOKEN.slice(1)])
    expect(calling({ [TOKEN_HEADER]: token })).toEqual({ status: 403, text: GUARD_WORDS.token });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    undefined,
    'text/plain;application/json',
  ])
    expect(calling({ 'content-type': type }), type).toEqual({ status: 415, text: GUARD_WORDS.callType });
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS', 'DELETE']) expect(calling({}, method)?.status).toBe(405);
  expect(asked('/_desk', { host: HOST }, { method: 'POST' })?.status).toBe(405);
});

it('a body has a length, and not too great a one', () => {
  for (const length of [undefined, '', '-1', '1e3', `${9 << 20}`, '99999999999999999999'])
    expect(calling({ 'content-length': length }), length).toEqual({ status: 413, text: GUARD_WORDS.length });
});

it('every way to write the address meets the guard', () => {
  for (const url of [
    '/%5fdesk/mail',
    '/%255Fdesk/mail',
    '//_desk/mail',
    '///_desk/mail',
    '/\\_desk/mail',
    '/_DESK/mail',
    '/x/../_desk/mail',
    '/x/%2e%2e/_desk/mail',
    '/./_desk/mail',
    '/_desk%2fmail',
    '/_desk?x',
    '/_desk.html',
    '/_desk%2ehtml',
    '/_desk/index.html',
    '/__open-in-editor.html',
    '/_desk#x',
    'http://evil.example/_desk/mail',
    '/_desk/%zz',
  ])
    expect(asked(url, { host: 'evil.example:4321' })?.status, url).toBe(403);
  expect(pathOf('/_desk/api/%73aveFile')).toBe('/_desk/api/savefile');
});

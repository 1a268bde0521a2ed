// cspell:ignore onopentagname
/**
 * Who may use the desk: this machine, in a page of the desk itself. Any web page can call a port of this machine, and
 * what the desk writes runs as code, so a call needs the name of this machine, its own origin and the token of this start.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { API_PATH, TOKEN_HEADER } from './addresses.ts';

/** Vite's own call to open a file in an editor */
const OPEN_PATH = '/__open-in-editor';
/** All that begins so: a page is at its address with .html too. */
const GUARDED = /^\/+(?:_desk|__open-in-editor)/;

/** The longest body of a call, in bytes: ten times the longest file of content/. */
const LONGEST_BODY = 8 << 20;

export const newToken = () => randomBytes(32).toString('base64url');

export interface Refusal {
  status: number;
  text: string;
}

/** Says why a request may not use the desk; null if it may, or if it asks for something else. */
export function refusal(request: IncomingMessage, token: string): Refusal | null {
  const path = pathOf(request.url ?? '/');
  if (!GUARDED.test(path)) return null;
  const { localAddress = '', localPort } = request.socket;
  if (!/^(?:::ffff:)?127\.|^::1$/.test(localAddress)) return { status: 403, text: GUARD_WORDS.notLoopback };
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const isOwn = names.some((name) => host === `${name}:${localPort}` || (localPort === 80 && host === name));
  if (!isOwn) return { status: 403, text: GUARD_WORDS.otherHost };
  const isOther = origin !== undefined && origin !== `http://${host}`;
  if (isOther || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return { status: 403, text: GUARD_WORDS.otherSite };
  // It needs no token, for Vite's own list of errors asks it too; so a browser must say that a page of ours asks.
  if (path.startsWith(OPEN_PATH) && site !== 'same-origin') return { status: 403, text: GUARD_WORDS.otherSite };
  return path.startsWith(API_PATH)
    ? refusalOfCall(request, token)
    : ['GET', 'HEAD'].includes(request.method ?? '')
      ? null
      : { status: 405, text: GUARD_WORDS.pageMethod };
}

function refusalOfCall({ method, headers }: IncomingMessage, token: string): Refusal | null {
  if (method !== 'POST') return { status: 405, text: GUARD_WORDS.callMethod };
  if (!headers.origin) return { status: 403, text: GUARD_WORDS.otherSite };
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return { status: 415, text: GUARD_WORDS.callType };
  // Pages tell the length of what they send.
  const length = headers['content-length'] ?? '';
  if (!/^\d+$/.test(length) || Number(length) > LONGEST_BODY) return { status: 413, text: GUARD_WORDS.length };
  const given = Buffer.from(String(headers[TOKEN_HEADER] ?? ''));
  const wanted = Buffer.from(token);
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isRight ? null : { status: 403, text: GUARD_WORDS.token };
}

/** The path as routes see it: without `..`, and decoded as often as it is encoded. */
export function pathOf(url: string): string {
  let path = url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  for (let times = 0; times < 10 && /%[0-9a-f]{2}/i.test(path); times += 1) path = decoded(path);
  return posix.normalize(`/${path.replaceAll('\\', '/')}`).toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** The headers of all that the desk answers: no other page may read, hold or frame it. */
export const GUARD_HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The policy of a page of the desk at `host`, around what Vite's client and Astro's islands need. */
export const deskPolicy = (nonce: string, host: string, mayStyle: boolean) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Mails in their frames bring their own styles.
    mayStyle ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ws://${host}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
  ].join('; ');

/** What the desk tells those that may not use it. */
export const GUARD_WORDS = {
  notLoopback:
    'The desk writes files, so it answers this machine only. Start the server without --host (HOST=127.0.0.1), and open it at http://127.0.0.1 on this machine.',
  otherHost: 'The desk answers at localhost and 127.0.0.1 only. Open it at the address that npm run desk prints.',
  otherSite: 'Another web page asked for the desk. Open the desk in a tab of its own.',
  pageMethod: 'Pages of the desk are read, nothing is sent to them.',
  callMethod: 'A call of the desk is a POST.',
  callType: 'A call of the desk sends application/json.',
  length: 'A call of the desk tells its length, and has 8 MB at most.',
  token: 'The server has started anew since this page was opened. Copy what you have not saved, then reload the page.',
} as const;

/** Gives the scripts and styles of a page a nonce. In attributes and texts, the same letters are words of somebody's. */
export function withNonce(html: string, nonce: string): string {
  const places: number[] = [];
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'script' || name === 'style') places.push(parser.startIndex + 1 + name.length);
    },
  });
  parser.end(html);
  const pieces = places.map((place, at) => html.slice(places[at - 1] ?? 0, place));
  return [...pieces, html.slice(places.at(-1) ?? 0)].join(` nonce="${nonce}"`);
}

/** Gives the pages of the desk their policy, and their scripts and styles the mark by which it knows them. */

import { defineMiddleware } from 'astro:middleware';
import { randomBytes } from 'node:crypto';
import { API_PATH } from './addresses.ts';
import { deskPolicy, pathOf, withNonce } from './guard.ts';

import.meta.hot?.on('astro:content-changed', () => globalThis.deskState?.dropLoading?.());

export const onRequest = defineMiddleware(async ({ url, locals, request }, next) => {
  const path = pathOf(url.pathname);
  if (!path.startsWith('/_desk') || path.startsWith(API_PATH)) return next();
  const nonce = randomBytes(16).toString('base64');
  locals.nonce = nonce;
  const answer = await next();
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
  const marked = withNonce(await answer.text(), nonce);
  const headers = new Headers(answer.headers);
  headers.set('Content-Security-Policy', deskPolicy(nonce, request.headers.get('host') ?? '', path === '/_desk/mail'));
  return new Response(marked, { status: answer.status, headers });
});

/** Lets the preview of the desk show drafts, which no other reader sees. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { DRAFT_QUERY } from './addresses.ts';

const drafts = new AsyncLocalStorage<boolean>();

/** Goes on with a request, for which drafts are shown if its address asks for them. */
export function showingDrafts({ url = '' }: Pick<IncomingMessage, 'url'>, next: () => void): void {
  globalThis.deskState ??= {};
  globalThis.deskState.showsDrafts = () => drafts.getStore() ?? false;
  const [, query = ''] = url.split('?');
  drafts.run(new URLSearchParams(query).has(DRAFT_QUERY), next);
}

/** Signing up, logging in, and the links of their mails. Nothing of it is kept, except what proves a social log-in. */

import { SOCIAL_KEY } from '../browserState/keys.ts';
import { forget, recall, remember } from '../browserState/storage.ts';
import type { Service } from '../contract/common.ts';
import type { Fault } from '../forms/faults.ts';
import type { Versions } from '../forms/lists.ts';
import type { LogInResult, Way, WayBody, WayData } from './lazy/logIn.ts';
import { type FailureReason, type FieldFault, outcomeOf } from './sending.ts';

/** What has become of a form: its answer, faults that the browser or the server found, or why it was not sent. */
export type Attempt<T> =
  | { done: T }
  | { faults: readonly Fault[] }
  | { fields: readonly FieldFault[] }
  | { failed: FailureReason };

/** What an attempt comes to. Never rejects. */
export async function attempt<T>(act: () => Promise<LogInResult<T>>): Promise<Attempt<T>> {
  try {
    return await act();
  } catch (error) {
    const outcome = await outcomeOf(error);
    if (outcome.status === 'refused') return { fields: outcome.fields };
    return { failed: outcome.status === 'failed' ? outcome.why : 'server' };
  }
}

/** Never throws. */
export const tryTo = <W extends Way>(way: W, body: WayBody<W>, service: Service): Promise<Attempt<WayData<W>>> =>
  attempt(async () => (await import('./lazy/logIn.ts')).sendWay(way, body, service));

/** Never throws. */
export const trySignUp = (
  body: Record<string, unknown>,
  versions: Versions,
  service: Service,
): Promise<Attempt<{ mail: boolean }>> =>
  attempt(async () => (await import('./lazy/logIn.ts')).sendSignUp(body, versions, service));

/** The name of the social log-in; null if none is configured or this browser can prove none. Never throws. */
export async function readSocial(service: Service): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null; // Browsers offer the hash function only over https.
  try {
    return (await (await import('./lazy/logIn.ts')).readOptions(service)).social;
  } catch {
    return null;
  }
}

/** What this tab keeps while the visitor is at the social log-in. */
export interface SocialTrip {
  verifier: string;
  own: boolean;
  /** The query of the page, with the way back */
  search: string;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The address that begins a social log-in. Only this tab can end it: it alone has the verifier. */
export async function beginSocial(
  { own, search, locale }: { own: boolean; search: string; locale: string },
  { base }: Service,
): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  remember(SOCIAL_KEY, { verifier, own, search } satisfies SocialTrip);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const { socialStart } = await import('./lazy/logIn.ts');
  return socialStart(base64url(new Uint8Array(hash)), locale, base);
}

/** What this tab kept when a social log-in began, once; null if it began none. */
export function endSocial(): SocialTrip | null {
  const persisted = recall(SOCIAL_KEY) as Partial<Record<keyof SocialTrip, unknown>> | null;
  forget(SOCIAL_KEY);
  if (typeof persisted?.verifier !== 'string') return null;
  return { verifier: persisted.verifier, own: persisted.own === true, search: String(persisted.search ?? '') };
}

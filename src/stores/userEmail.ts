import { atom } from 'nanostores';
import { currentToken } from '../browserState/session.ts';
import type { Service } from '../contract/common.ts';

/** The address of the account of whoever is logged in; null until it is known. */
export const $userEmail = atom<string | null>(null);

/** The token whose address is known or requested. */
let askedToken: string | null = null;

/** Never throws. A session that is over opens the dialog that leads to the log-in. */
export async function loadUserEmail(service: Service): Promise<void> {
  const token = currentToken();
  if (askedToken === token) return;
  askedToken = token;
  $userEmail.set(null);
  try {
    const { request, securityCall } = await import('../api/lazy/applications.ts');
    const { email } = await request(securityCall, service);
    if (askedToken === token) $userEmail.set(email);
  } catch {
    // The form names no address then, which it does not need.
    askedToken = null;
  }
}

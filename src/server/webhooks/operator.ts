/** What an operator does with the keys that sign what is sent to webhooks: shows and rotates them. */
import * as v from 'valibot';
import type { Orm } from '../db/database.ts';
import { type PublicKey, publicKeys, rotateKey } from './keys.ts';

const tool = v.literal('webhooks');

/** Requests of the operators' tool. */
export const webhooksRequest = v.variant('action', [
  v.object({ tool, action: v.literal('keys') }),
  v.object({ tool, action: v.literal('rotate') }),
]);
export type WebhooksRequest = v.InferOutput<typeof webhooksRequest>;

/** Runs a request of the tool; returns the lines to print. */
export async function administerWebhooks(orm: Orm, { action }: WebhooksRequest): Promise<string[]> {
  const keys = action === 'rotate' ? await rotateKey(orm) : await publicKeys(orm);
  return keys.map(lineOf);
}

const lineOf = ({ kid, x }: PublicKey, place: number) =>
  `${kid}  ${place === 0 ? 'signs' : 'signed before'}  public key ${x}`;

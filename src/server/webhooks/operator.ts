/** What an operator does with the keys that sign what is sent to webhooks. */
import { command } from '../command.ts';
import { type PublicKey, publicKeys, rotateKey } from './keys.ts';

export const WEBHOOK_COMMANDS = {
  'webhooks keys': command({
    about: 'the public keys that are published: the one that signs, the one before',
    run: async ({ orm }) => (await publicKeys(orm)).map(lineOf),
  }),
  'webhooks rotate': command({
    about: 'signs with a new key from now on',
    run: async ({ orm }) => (await rotateKey(orm)).map(lineOf),
  }),
};

const lineOf = ({ kid, x }: PublicKey, place: number) =>
  `${kid}  ${place === 0 ? 'signs' : 'signed before'}  public key ${x}`;

/** What an operator does with the keys that sign what is sent to webhooks. */
import { asc, eq, getTableColumns, isNotNull, or } from 'drizzle-orm';
import { command } from '../command.ts';
import { guarded } from '../db/errors.ts';
import { companies, webhooks } from '../db/schema.ts';
import { minute } from '../shared/records.ts';
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
  'webhooks failing': command({
    about: 'webhooks that fail or were switched off, by company; only that can mend them',
    run: async ({ orm }) => {
      const rows = await guarded('listing webhooks', () =>
        orm
          .select({ ...getTableColumns(webhooks), name: companies.name })
          .from(webhooks)
          .innerJoin(companies, eq(companies.id, webhooks.company))
          .where(or(isNotNull(webhooks.failingSince), isNotNull(webhooks.offBecause)))
          .orderBy(asc(webhooks.failingSince), webhooks.id),
      );
      return rows.length > 0 ? rows.map(failingLine) : ['No webhook fails.'];
    },
  }),
};

const lineOf = ({ kid, x }: PublicKey, place: number) =>
  `${kid}  ${place === 0 ? 'signs' : 'signed before'}  public key ${x}`;

/** The host alone: the path of an address may hold a secret of the receiver. */
const failingLine = ({
  company,
  name,
  url,
  failingSince,
  offBecause,
}: typeof webhooks.$inferSelect & { name: string }) =>
  [
    company,
    name,
    new URL(url).host,
    ...(failingSince ? [`fails since ${minute(failingSince)}`] : []),
    ...(offBecause ? [offBecause === 'gone' ? 'off: it answered 410' : 'off: a week of failures'] : []),
  ].join('  ');

/** What a user wants to trade: products, signed disclosures, investor status. Withdrawing one of them works at once. */

import { type Trade, tradeCall } from '../../../contract/users.ts';
import type { Fault } from '../../../forms/faults.ts';
import { HIGH_RISK, type Versions } from '../../../forms/lists.ts';
import { isSignatureOf } from '../../../forms/signatureName.ts';
import { type TradeChange, tradeShape } from '../../../forms/userForms.ts';
import { accessNow, type Held, heldBy, isHighRisk, keep, STATUSES } from '../../applications/record.ts';
import type { Orm } from '../../db/database.ts';
import type { userProfiles } from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import type { UserPart } from '../userCalls.ts';
import { personalOf } from './personal.ts';
import { changeProfile, type ProfileChange } from './profileChange.ts';
import { appliedBy } from './profileFromApplication.ts';

type Profile = typeof userProfiles.$inferSelect;

export function addTrade({ calls, users: { rules } }: UserPart): void {
  const answerOf = ({ brokerNumber, trade }: Held, signer: Signer, language: string | undefined): Trade => {
    const { futures, options, forex } = rules.versionsOf(localeOf(language));
    return { brokerNumber, ...trade, off: accessNow(trade).off, versions: { futures, options, forex }, signer };
  };

  calls.withSession({
    call: tradeCall,
    operationId: 'userTrade',
    summary: 'Broker number, products, signed disclosures, investor status, experience and means',
    handle: async ({ c, orm, user, profile }) => ({
      data: answerOf(
        await heldBy(orm, user.id),
        await signerOf(orm, user.id, profile),
        c.req.header('accept-language'),
      ),
    }),
  });

  calls.withSession({
    call: tradeCall,
    method: 'put',
    operationId: 'userTradeChange',
    summary:
      'Changes a part: broker number, products with the signatures of new high-risk ones, status, means, or withdrawals',
    body: tradeShape(rules.versionsOf),
    handle: async ({ c, orm, now, user, body }) => {
      let data: Trade | undefined;
      const faults = await changeProfile(
        orm,
        { userId: user.id, now, doing: 'changing trade settings' },
        async (profile, tx) => {
          const before = await heldBy(tx, user.id);
          const signer = await signerOf(tx, user.id, profile);
          const changed = change(before, body, { now, versionsOf: rules.versionsOf, signer });
          if ('faults' in changed) return changed;
          await keep(tx, user.id, changed.held, now);
          data = answerOf(changed.held, signer, c.req.header('accept-language'));
          return { set: {}, did: changed.did };
        },
      );
      return data ? { data } : { faults };
    },
  });
}

type Signer = Trade['signer'];

/** The name that a user has given, in an application or in the profile; null as long as there is none. */
async function signerOf(orm: Orm, userId: string, profile: Profile): Promise<Signer> {
  const { givenName, familyName } = personalOf(profile, await appliedBy(orm, userId)).personal;
  return givenName || familyName ? { givenName, familyName } : null;
}

/** Applies a change. A high-risk product that was not wanted before needs its disclosure signed as it is now. */
function change(
  before: Held,
  { brokerNumber, products, signatures = {}, means, withdraw, ...statuses }: TradeChange,
  { now, versionsOf, signer }: { now: Date; versionsOf: (locale: string) => Versions; signer: Signer },
): { held: Held; did: ProfileChange['did'] } | { faults: Fault[] } {
  const at = now.toISOString();
  const held = structuredClone(before);
  const { trade } = held;
  const did: { action: string; detail?: string }[] = [];
  for (const what of withdraw) {
    const statement = isHighRisk(what) ? trade.signed[what] : trade[what];
    if (isHighRisk(what)) trade.products = trade.products.filter((product) => product !== what);
    if (!statement || statement.withdrawnAt !== null) continue;
    statement.withdrawnAt = at;
    did.push({ action: 'withdrawn', detail: what });
  }
  for (const status of STATUSES) {
    const value = statuses[status];
    if (value === undefined) continue;
    Object.assign(trade, { [status]: { value, at, withdrawnAt: null } });
    did.push({ action: 'declared', detail: status });
  }
  if (means) {
    trade.means = { ...means, at };
    did.push({ action: 'declared', detail: 'means' });
  }
  for (const product of HIGH_RISK) {
    const signature = signatures[product];
    if (!signature) continue;
    const { version, locale, name } = signature;
    trade.signed[product] = { at, version, locale, name, withdrawnAt: null };
    did.push({ action: 'signed', detail: JSON.stringify({ product, version, locale }) });
  }
  const wantedBefore = trade.products;
  if (products) {
    trade.products = products;
    did.push({ action: 'products' });
  }
  if (brokerNumber !== undefined) {
    held.brokerNumber = brokerNumber;
    did.push({ action: 'brokerNumber' });
  }
  const faults = HIGH_RISK.flatMap((product): Fault[] => {
    const field = `signatures.${product}`;
    const signature = signatures[product];
    const isWanted = trade.products.includes(product);
    if (!isWanted) return signature ? [{ field, key: 'signatureWithoutProduct', value: '' }] : [];
    if (signature && signer && !isSignatureOf(signature.name, signer)) {
      return [{ field: `${field}.name`, key: 'signatureName', value: '' }];
    }
    const statement = trade.signed[product];
    const isCurrent = statement?.version === versionsOf(statement?.locale ?? '')[product];
    const isSigned = statement?.withdrawnAt === null && (isCurrent || wantedBefore.includes(product));
    return isSigned ? [] : [{ field, key: 'signatureMissing', value: '' }];
  });
  return faults.length > 0 ? { faults } : { held, did };
}

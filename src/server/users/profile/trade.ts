/** What a user wants to trade: products, signed disclosures, investor status. Withdrawing one of them works at once. */

import { type Trade, type TradeSettings, tradeCall } from '../../../contract/users.ts';
import { accessOf } from '../../../forms/access.ts';
import type { Fault } from '../../../forms/faults.ts';
import { HIGH_RISK, type HighRisk, type Versions } from '../../../forms/lists.ts';
import { type TradeChange, tradeShape } from '../../../forms/userForms.ts';
import type { userProfiles } from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import type { UserPart } from '../calls.ts';
import { changeProfile, type ProfileChange } from './profileChange.ts';
import { type AppliedAnswers, appliedBy } from './profileFromApplication.ts';

type Profile = Pick<typeof userProfiles.$inferSelect, 'brokerNumber' | 'trade'>;
type Kept = TradeSettings & { brokerNumber: string };
export const STATUSES = ['accreditedInvestor', 'qualifiedPurchaser'] as const;

export function addTrade({ calls, users: { rules } }: UserPart): void {
  const answerOf = (kept: Kept, language: string | undefined): Trade => {
    const { futures, options, forex } = rules.versionsOf(localeOf(language));
    return { ...kept, off: offOf(kept), versions: { futures, options, forex } };
  };

  calls.withSession({
    call: tradeCall,
    operationId: 'userTrade',
    summary: 'Broker number, products, signed disclosures and investor status',
    handle: async ({ c, orm, user, profile }) => ({
      data: answerOf(tradeOf(profile, await appliedBy(orm, user.id)), c.req.header('accept-language')),
    }),
  });

  calls.withSession({
    call: tradeCall,
    method: 'put',
    operationId: 'userTradeChange',
    summary:
      'Changes a part: broker number, products with the signatures of new high-risk ones, status, or withdrawals',
    body: tradeShape(rules.versionsOf),
    handle: async ({ c, orm, now, user, body }) => {
      let kept: Kept | undefined;
      const faults = await changeProfile(
        orm,
        { userId: user.id, now, doing: 'changing trade settings' },
        async (profile, tx) => {
          const before = tradeOf(profile, await appliedBy(tx, user.id));
          const changed = change(before, body, { now, versionsOf: rules.versionsOf });
          if ('faults' in changed) return changed;
          kept = changed.kept;
          const { brokerNumber, ...trade } = kept;
          return { set: { brokerNumber, trade }, did: changed.did };
        },
      );
      return kept ? { data: answerOf(kept, c.req.header('accept-language')) } : { faults };
    },
  });
}

/** The settings of a profile. What the user has signed and declared in an application since then counts instead. */
function tradeOf({ brokerNumber, trade }: Profile, applied: AppliedAnswers | null): Kept {
  const sent = settingsIn(applied);
  if (!trade) return { ...sent, brokerNumber: brokerNumber || sent.brokerNumber };
  const kept = structuredClone({ brokerNumber, ...trade });
  for (const product of HIGH_RISK) {
    const signed = sent.signed[product];
    if (!signed || isSince(kept.signed[product], signed.at)) continue;
    kept.signed[product] = signed;
    kept.products = [...new Set([...kept.products, product])];
  }
  // Who asks for no high-risk product is not asked for a status.
  for (const status of Object.keys(sent.signed).length > 0 ? STATUSES : []) {
    const declared = sent[status];
    if (declared && !isSince(kept[status], declared.at)) Object.assign(kept, { [status]: declared });
  }
  return kept;
}

/** Whether something was signed, declared or revoked at a time (ISO 8601) or later. */
export const isSince = (
  signature: { at: string; withdrawnAt: string | null } | null | undefined,
  time: string,
): boolean => signature != null && (signature.withdrawnAt ?? signature.at) >= time;

/** What an application says of the settings. */
function settingsIn(applied: AppliedAnswers | null): Kept {
  const { trading, brokerNumber = '' } = applied?.answers ?? {};
  const at = applied?.submittedAt.toISOString() ?? '';
  const signed: TradeSettings['signed'] = {};
  for (const product of HIGH_RISK) {
    const signature = trading?.highRisk?.[product];
    if (!signature) continue;
    const { version, locale, name } = signature;
    signed[product] = { at, version, locale, name, withdrawnAt: null };
  }
  return {
    brokerNumber,
    products: trading?.products ?? [],
    signed,
    accreditedInvestor: trading ? { value: trading.accreditedInvestor, at, withdrawnAt: null } : null,
    qualifiedPurchaser: trading ? { value: trading.qualifiedPurchaser, at, withdrawnAt: null } : null,
  };
}

/** High-risk products that stay off, by the rule of applications. */
function offOf({ products, signed, accreditedInvestor, qualifiedPurchaser }: TradeSettings): HighRisk[] {
  const inForce = HIGH_RISK.filter((product) => signed[product]?.withdrawnAt === null);
  const status = (declaration: { value: string; withdrawnAt: string | null } | null) =>
    declaration && declaration.withdrawnAt === null ? declaration.value : 'none';
  return accessOf({
    products,
    highRisk: Object.fromEntries(inForce.map((product) => [product, true])),
    accreditedInvestor: status(accreditedInvestor),
    qualifiedPurchaser: status(qualifiedPurchaser),
  }).off;
}

/** Applies a change. A high-risk product that was not wanted before needs its disclosure signed as it is now. */
function change(
  before: Kept,
  { brokerNumber, products, signatures = {}, withdraw, ...statuses }: TradeChange,
  { now, versionsOf }: { now: Date; versionsOf: (locale: string) => Versions },
): { kept: Kept; did: ProfileChange['did'] } | { faults: Fault[] } {
  const at = now.toISOString();
  const kept = structuredClone(before);
  const did: { action: string; detail?: string }[] = [];
  for (const what of withdraw) {
    const held = isHighRisk(what) ? kept.signed[what] : kept[what];
    if (isHighRisk(what)) kept.products = kept.products.filter((product) => product !== what);
    if (!held || held.withdrawnAt !== null) continue;
    held.withdrawnAt = at;
    did.push({ action: 'withdrawn', detail: what });
  }
  for (const status of STATUSES) {
    const value = statuses[status];
    if (value === undefined) continue;
    Object.assign(kept, { [status]: { value, at, withdrawnAt: null } });
    did.push({ action: 'declared', detail: status });
  }
  for (const product of HIGH_RISK) {
    const signature = signatures[product];
    if (!signature) continue;
    const { version, locale, name } = signature;
    kept.signed[product] = { at, version, locale, name, withdrawnAt: null };
    did.push({ action: 'signed', detail: JSON.stringify({ product, version, locale }) });
  }
  const wantedBefore = kept.products;
  if (products) {
    kept.products = products;
    did.push({ action: 'products' });
  }
  if (brokerNumber !== undefined) {
    kept.brokerNumber = brokerNumber;
    did.push({ action: 'brokerNumber' });
  }
  const faults = HIGH_RISK.flatMap((product): Fault[] => {
    const field = `signatures.${product}`;
    const isWanted = kept.products.includes(product);
    if (!isWanted) return signatures[product] ? [{ field, key: 'signatureWithoutProduct', value: '' }] : [];
    const held = kept.signed[product];
    const isCurrent = held?.version === versionsOf(held?.locale ?? '')[product];
    const isSigned = held?.withdrawnAt === null && (isCurrent || wantedBefore.includes(product));
    return isSigned ? [] : [{ field, key: 'signatureMissing', value: '' }];
  });
  return faults.length > 0 ? { faults } : { kept, did };
}

const isHighRisk = (what: string): what is HighRisk => HIGH_RISK.some((product) => product === what);

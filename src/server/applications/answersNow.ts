/**
 * The answers of an application as they hold now: what its user has signed, declared or revoked since it was sent, at
 * /profile/trade. Operators, companies and the partner API all read them here.
 */

import type { TradeSettings } from '../../contract/users.ts';
import { HIGH_RISK, PRODUCTS } from '../../forms/lists.ts';
import type { Application } from '../../forms/shapes.ts';
import { type applications, userProfiles } from '../db/schema.ts';
import { isSince, STATUSES } from '../users/profile/trade.ts';

/** Columns of a query that joins the profile of the user whose application it is. */
export const SETTINGS = { brokerNumber: userProfiles.brokerNumber, trade: userProfiles.trade };

/** An application with the settings of its user; null if it belongs to none. */
export type SentApplication = Pick<typeof applications.$inferSelect, 'answers' | 'submittedAt'> & {
  settings: { brokerNumber: string; trade: TradeSettings | null } | null;
};

type Signatures = NonNullable<NonNullable<Application['trading']>['highRisk']>;

export interface AnswersNow {
  /** Those that the role is asked for */
  answers: Omit<Application, 'password'>;
  /** When an answer was revoked, by its name: 'trading.highRisk.forex' */
  revoked: Record<string, string>;
}

export function answersNow({ answers: stored, submittedAt, settings }: SentApplication): AnswersNow {
  const answers = stored as AnswersNow['answers'];
  const trade = settings?.trade;
  const revoked: AnswersNow['revoked'] = {};
  if (!settings || !trade) return { answers, revoked };
  const now = { ...answers, brokerNumber: settings.brokerNumber };
  if (!answers.trading) return { answers: now, revoked };
  const sent = submittedAt.toISOString();
  const trading = structuredClone(answers.trading);
  const highRisk: Signatures = { futures: undefined, options: undefined, forex: undefined, ...trading.highRisk };
  for (const product of HIGH_RISK) {
    const signed = trade.signed[product];
    if (!signed || !isSince(signed, sent)) continue;
    const { at: signedAt, withdrawnAt, ...signature } = signed;
    const asked = trading.products;
    trading.products = PRODUCTS.filter((name) => (name === product ? trade.products : asked).includes(name));
    if (withdrawnAt === null) {
      highRisk[product] = { ...signature, signedAt } as Signatures[typeof product];
    } else {
      highRisk[product] = undefined;
      revoked[`trading.highRisk.${product}`] = withdrawnAt;
    }
  }
  for (const status of STATUSES) {
    const declared = trade[status];
    if (!declared || !isSince(declared, sent)) continue;
    const { value, withdrawnAt } = declared;
    Object.assign(trading, { [status]: withdrawnAt === null ? value : 'none' });
    if (withdrawnAt !== null) revoked[`trading.${status}`] = withdrawnAt;
  }
  return { answers: { ...now, trading: { ...trading, highRisk } }, revoked };
}

/** Which products an application opens. The one rule for the form, the pages (`<AccessRule />`) and the server. */
import { HIGH_RISK, type HighRisk, type Product } from './lists.ts';

/** What pages and form say of the rule. */
export const ACCESS_WORDS = 'account.access';

/** Of an application's answers on trading, those that decide; they need not be complete. */
export interface Asked {
  products?: readonly Product[];
  highRisk?: Partial<Record<HighRisk, unknown>> | undefined;
  accreditedInvestor?: string;
  qualifiedPurchaser?: string;
}

/**
 * The products asked for, by whether an approval opens them. A high-risk one needs its disclosure signed, and the
 * applicant declared both an accredited investor and a qualified purchaser: else it stays off, whatever state the
 * application is in, until the executing broker decides.
 */
export function accessOf(trading: Asked | undefined): { on: Product[]; off: HighRisk[] } {
  const { products = [], highRisk = {}, accreditedInvestor, qualifiedPurchaser } = trading ?? {};
  const isDeclared = [accreditedInvestor, qualifiedPurchaser].every((status) => status && status !== 'none');
  const off = HIGH_RISK.filter((product) => products.includes(product) && !(isDeclared && highRisk[product]));
  return { on: products.filter((product) => !off.some((one) => one === product)), off };
}

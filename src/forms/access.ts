/** Which products an application opens: the one rule for the form, the pages (`<Answer to="highRisk" />`) and the server. */
import { HIGH_RISK, type HighRisk, type Product } from './lists.ts';

/** Key of the words that explain the rule on pages and in the form. */
export const ACCESS_WORDS = 'answer.highRisk';

/** The trading answers that decide; they may be incomplete. */
export interface Asked {
  products?: readonly Product[];
  highRisk?: Partial<Record<HighRisk, unknown>> | undefined;
  accreditedInvestor?: string;
  qualifiedPurchaser?: string;
}

/**
 * Splits the requested products by whether an approval opens them. A high-risk product needs its disclosure signed, and
 * an applicant declared both an accredited investor and a qualified purchaser. Otherwise it stays off in every state of
 * the application, until the applicant has signed and declared: nobody decides by product.
 */
export function accessOf(trading: Asked | undefined): { on: Product[]; off: HighRisk[] } {
  const { products = [], highRisk = {}, accreditedInvestor, qualifiedPurchaser } = trading ?? {};
  const isDeclared = [accreditedInvestor, qualifiedPurchaser].every((status) => status && status !== 'none');
  const off = HIGH_RISK.filter((product) => products.includes(product) && !(isDeclared && highRisk[product]));
  return { on: products.filter((product) => !off.some((item) => item === product)), off };
}

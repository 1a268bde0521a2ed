import type { Product } from '../../accounts/lists.ts';
import type { Rule } from '../../contract/countryRules.ts';

/** The rules of a country (ISO 3166-1 alpha-2) for residents who trade a product. */
export const rulesFor = (rules: readonly Rule[], country: string, product: Product): readonly Rule[] =>
  rules.filter(({ countries, products }) => countries.includes(country) && (products?.includes(product) ?? true));

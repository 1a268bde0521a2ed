import { RULE_KINDS, type Rule } from '../../contract/countryRules.ts';
import type { Product } from '../../forms/lists.ts';

/** The rules of a country (ISO 3166-1 alpha-2) for residents who trade a product, kind by kind. */
export const rulesFor = (rules: readonly Rule[], country: string, product: Product): readonly Rule[] =>
  RULE_KINDS.flatMap((kind) =>
    rules.filter(
      (rule) => rule.kind === kind && rule.countries.includes(country) && (rule.products?.includes(product) ?? true),
    ),
  );

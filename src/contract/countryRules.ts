/** What the law of each country means for its residents, in one language: a file of the site that pages load on use. */
import type { Product } from '../forms/lists.ts';

/** A message that was cut where a name goes. */
export type Cut = readonly [before: string, after: string];

export const RULE_KINDS = ['trading', 'leverage', 'protection'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** A statement of content/jurisdictions.yml in words. */
export interface Rule {
  kind: RuleKind;
  /** ISO 3166-1 alpha-2 */
  countries: readonly string[];
  /** The products that it is about; all of them without it */
  products?: readonly Product[];
  /** What it comes to, in two or three words */
  short?: string;
  texts: readonly string[];
  /** The name of the document is in English; `said` is the line around it */
  source: { name: string; address?: string | undefined; said: Cut };
}

export interface CountryRules {
  words: Record<'title' | 'country' | 'hint' | 'unset' | 'unknown' | 'none' | RuleKind, string> & { detected: Cut };
  /** Code and name of every country, as the language sorts them */
  countries: readonly (readonly [code: string, name: string])[];
  rules: readonly Rule[];
}

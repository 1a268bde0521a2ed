/**
 * What the table of jurisdictions says of a country: content/jurisdictions.yml, which authoring/jurisdictions.ts reads,
 * in the shape that the form and the server share.
 */
import { lookUp } from '../lookUp.ts';

/** What retail leverage is capped by: main currency pairs, other pairs, shares bought on margin. */
export const LEVERAGE_CLASSES = ['forexMajor', 'forexOther', 'stocks'] as const;
export type LeverageClass = (typeof LEVERAGE_CLASSES)[number];

/** The notices that content/jurisdictions.yml may name → the key of their words in content/<locale>/ui.json. */
export const NOTICE_WORDS = {
  beDerivatives: 'account.notice.beDerivatives',
  cnBrokersAbroad: 'account.notice.cnBrokersAbroad',
  cnForex: 'account.notice.cnForex',
  esLeveraged: 'account.notice.esLeveraged',
  inForex: 'account.notice.inForex',
  regionAge: 'account.notice.regionAge',
  retailLeverageRules: 'account.notice.retailLeverageRules',
  sanctions: 'account.notice.sanctions',
  trForex: 'account.notice.trForex',
  usRetailForex: 'account.notice.usRetailForex',
} as const;
export type NoticeKey = keyof typeof NOTICE_WORDS;

/** A rule and where it stands; `address` may be left out of the house's own decisions. */
export interface RuleSource {
  /** In English, as its publisher names it */
  name: string;
  address?: string | undefined;
  /** The day from which the rule applies, or the day of the text that was read */
  asOf: string;
  status: 'confirmed' | 'under review';
}

/** Every source is a key of `Jurisdictions.sources`. */
export interface Jurisdiction {
  /** Whether applications of its residents are taken */
  applications: boolean;
  /** Years from which a person may contract alone */
  ageOfMajority: number;
  /** Most that a retail client may hold for each unit put up: 30 for 30:1 */
  leverage: readonly { of: LeverageClass; most: number; source: string }[];
  notices: readonly { key: NoticeKey; source: string }[];
  sourceOf: { applications: string; ageOfMajority: string };
}

export interface Jurisdictions {
  sources: Record<string, RuleSource>;
  /** Of every country that has no entry */
  default: Jurisdiction;
  /** By ISO 3166-1 alpha-2 */
  countries: Record<string, Jurisdiction>;
}

/** The entry of a country (ISO 3166-1 alpha-2), or the default. */
export function jurisdictionOf(table: Pick<Jurisdictions, 'default' | 'countries'>, country: string): Jurisdiction {
  return lookUp(table.countries, country) ?? table.default;
}

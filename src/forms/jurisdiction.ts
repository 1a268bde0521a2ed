/**
 * The table of jurisdictions in the shape that the form and the server share. catalogue/jurisdictions.ts reads it from
 * content/jurisdictions.yml.
 */
import { lookUp } from '../lookUp.ts';

/** Asset classes with a limit of retail leverage: main currency pairs, other pairs, shares bought on margin. */
export const LEVERAGE_CLASSES = ['forexMajor', 'forexOther', 'stocks'] as const;
export type LeverageClass = (typeof LEVERAGE_CLASSES)[number];

/** The notices that content/jurisdictions.yml may name → the key of their words in content/<locale>/ui.json. */
export const NOTICE_WORDS = {
  beDerivatives: 'account.notice.beDerivatives',
  cnBrokersAbroad: 'account.notice.cnBrokersAbroad',
  cnForex: 'account.notice.cnForex',
  cnFuturesAbroad: 'account.notice.cnFuturesAbroad',
  esLeveraged: 'account.notice.esLeveraged',
  inForex: 'account.notice.inForex',
  jpForex: 'account.notice.jpForex',
  regionAge: 'account.notice.regionAge',
  retailLeverageRules: 'account.notice.retailLeverageRules',
  sanctions: 'account.notice.sanctions',
  trForex: 'account.notice.trForex',
  twForex: 'account.notice.twForex',
  usRetailForex: 'account.notice.usRetailForex',
} as const;
export type NoticeKey = keyof typeof NOTICE_WORDS;

/** What notices of trading say in short: it may not be offered to retail clients, or only firms licensed there may. */
export const TRADING_WORDS = { barred: 'residence.barred', licensed: 'residence.licensed' } as const;

/**
 * What content/jurisdictions.yml may name as protection of a client whose firm fails → the key of its words, and the
 * figures of content/facts.yml in them, by their placeholders.
 */
export const PROTECTION = {
  cnFund: { words: 'residence.protection.cnFund', figures: {} },
  euScheme: { words: 'residence.protection.euScheme', figures: { limit: 'euCompensation' } },
  jpForexTrust: { words: 'residence.protection.jpForexTrust', figures: {} },
  jpFund: { words: 'residence.protection.jpFund', figures: { limit: 'jpInvestorFund' } },
  jpFundNot: { words: 'residence.protection.jpFundNot', figures: {} },
  twFund: { words: 'residence.protection.twFund', figures: { limit: 'twProtectionFund' } },
  twMargin: { words: 'residence.protection.twMargin', figures: {} },
  ukScheme: { words: 'residence.protection.ukScheme', figures: { limit: 'fscsInvestments' } },
  usForex: { words: 'residence.protection.usForex', figures: {} },
  usFutures: { words: 'residence.protection.usFutures', figures: {} },
  usSipc: { words: 'residence.protection.usSipc', figures: { limit: 'sipcLimit', cash: 'sipcCash' } },
} as const;

/** A rule and its source; `address` may be missing in the house's own decisions. */
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
  /** True if its residents may apply */
  applications: boolean;
  /** Years from which a person may contract alone */
  ageOfMajority: number;
  /** Most that a retail client may hold per unit of margin: 30 for 30:1 */
  leverage: readonly { of: LeverageClass; most: number; source: string }[];
  notices: readonly { key: NoticeKey; source: string }[];
  sourceOf: { applications: string; ageOfMajority: string };
}

export interface Jurisdictions {
  sources: Record<string, RuleSource>;
  /** For every country without an entry */
  default: Jurisdiction;
  /** By ISO 3166-1 alpha-2 */
  countries: Record<string, Jurisdiction>;
}

/** The entry of a country (ISO 3166-1 alpha-2), or the default. */
export function jurisdictionOf(table: Pick<Jurisdictions, 'default' | 'countries'>, country: string): Jurisdiction {
  return lookUp(table.countries, country) ?? table.default;
}

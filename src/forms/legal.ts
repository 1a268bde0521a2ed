/** The pages of the texts that an applicant accepts or signs, by the names of their versions (catalogue/legal.ts). */
export const LEGAL_PAGES = {
  privacy: '/legal/privacy',
  terms: '/legal/terms',
  futures: '/legal/futuresRisk',
  options: '/legal/optionsRisk',
  forex: '/legal/forexRisk',
} as const;
export type LegalText = keyof typeof LEGAL_PAGES;

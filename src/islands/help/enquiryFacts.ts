/** What an advertising request says besides its text, as rows of a list. */
import type { UserCenterData } from '../../contract/users.ts';
import { countryName } from '../../i18n/countries.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';

export const ENQUIRY_FACT_WORDS = ['account.company.name', 'enquiry.fact.*'] as const;

type Enquiry = NonNullable<UserCenterData['questions'][number]['enquiry']>;
export type EnquiryNames = Readonly<Record<Enquiry['formats'][number] | Enquiry['budget'], string>>;

/** The rows, each a name and a text; what was left out has none. */
export function enquiryFacts(
  { company, name, formats, from, until, markets, budget }: Enquiry,
  names: EnquiryNames,
  { locale, lang }: { locale: Locale; lang: string },
): [KeysOf<(typeof ENQUIRY_FACT_WORDS)[number]>, string][] {
  const list = new Intl.ListFormat(lang);
  const day = (iso: string) =>
    iso && new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso));
  const rows: ReturnType<typeof enquiryFacts> = [
    ['account.company.name', company],
    ['enquiry.fact.contact', name],
    ['enquiry.fact.formats', list.format(formats.map((format) => names[format]))],
    ['enquiry.fact.from', day(from)],
    ['enquiry.fact.until', day(until)],
    ['enquiry.fact.markets', list.format(markets.map((code) => countryName(code, locale) ?? code))],
    ['enquiry.fact.budget', names[budget]],
  ];
  return rows.filter(([, text]) => text);
}

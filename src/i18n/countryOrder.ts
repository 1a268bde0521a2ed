/** Countries as a list offers them: the locale's own first, then all others in its order and groups. */
import type { Locale } from './locales.ts';
import { grouped } from './order.ts';

/** The country that most visitors of a locale live in. */
const OWN: Readonly<Record<Locale, string>> = { 'en-US': 'US', 'en-GB': 'GB', ja: 'JP', tw: 'TW', cn: 'CN' };

/** How the beginnings of Japanese names are read that are not in kana, by which they are sorted. */
const READINGS: readonly (readonly [string, string])[] = [
  ['中央', 'ちゅうおう'],
  ['中', 'ちゅう'],
  ['台', 'たい'],
  ['韓', 'かん'],
  ['北', 'きた'],
  ['南極', 'なんきょく'],
  ['南', 'みなみ'],
  ['東', 'ひがし'],
  ['西', 'にし'],
  ['赤道', 'せきどう'],
  ['香港', 'ホンコン'],
  ['米', 'べい'],
  ['英', 'えい'],
  ['仏', 'ふつ'],
  ['日', 'に'],
  ['合衆', 'がっしゅう'],
];

function readingOf(name: string): string {
  const [written = '', read = ''] = READINGS.find(([beginning]) => name.startsWith(beginning)) ?? [];
  return read + name.slice(written.length);
}

/** Visitors who read Latin letters know the alphabet; to others, groups tell where in the list they are. */
const nameOf: Readonly<Partial<Record<Locale, (mark: string | number) => string>>> = {
  ja: (mark) => `${mark}行`,
  tw: (mark) => `${mark}畫`,
  cn: String,
};

export interface ListedCountry {
  value: string;
  text: string;
  /** The group that it shares with its neighbours */
  group?: string;
}

/** Countries as the options of a list. */
export function inCountryOrder(
  countries: readonly { code: string; name: string }[],
  locale: Locale,
): readonly ListedCountry[] {
  const home = countries.find(({ code }) => code === OWN[locale]);
  const option = ({ code, name }: { code: string; name: string }) => ({ value: code, text: name });
  const groups = grouped(
    countries.filter((country) => country !== home),
    locale,
    ({ name }) => (locale === 'ja' ? readingOf(name) : name),
  );
  return [
    ...(home ? [option(home)] : []),
    ...groups.flatMap(({ mark, entries }) => {
      const group = nameOf[locale]?.(mark);
      return entries.map((country) => ({ ...option(country), ...(group && { group }) }));
    }),
  ];
}

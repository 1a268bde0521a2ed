/** The exchanges of the world map, from content/exchanges.yml. */
import { readFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { load } from 'js-yaml';
import type { Locale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';

const cityNames = z.strictObject({
  'en-US': z.string(),
  'en-GB': z.string().optional(),
  ja: z.string(),
  tw: z.string(),
  cn: z.string(),
});

const exchange = z.strictObject({
  mic: z.string().regex(/^[A-Z0-9]{4}$/, 'a MIC is four capitals or digits'),
  name: z.string(),
  city: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/, 'two capitals, ISO 3166-1 (quote NO)'),
  coordinates: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]),
  zone: z.string().refine(isTimeZone, 'no IANA time zone'),
});

const schema = z
  .strictObject({ exchanges: z.array(exchange), cities: z.record(z.string(), cityNames) })
  .superRefine(({ exchanges, cities }, context) => {
    const mics = new Set<string>();
    exchanges.forEach(({ mic, city }, index) => {
      const fault = mics.has(mic) ? `${mic} stands twice` : city in cities ? null : `no city '${city}' below cities`;
      if (fault) context.addIssue({ code: 'custom', message: fault, path: ['exchanges', index] });
      mics.add(mic);
    });
  });

export type Exchange = z.infer<typeof exchange>;

const { exchanges, cities } = schema.parse(load(readFileSync(`${CONTENT_DIR}/exchanges.yml`, 'utf8')));

export { exchanges };

/** The name of a city in a language. Throws on an id that content/exchanges.yml does not hold. */
export function cityName(id: string, locale: Locale): string {
  const names = cities[id];
  if (!names) throw new Error(`No city '${id}' in content/exchanges.yml`);
  return names[locale] ?? names['en-US'];
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

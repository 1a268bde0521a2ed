import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from './locales.ts';

export type Words = Readonly<Record<string, string>>;

/** content/<locale>/<name>.json of each locale; keys that a locale leaves out are in English. */
export async function readWords(name: 'ui' | 'server'): Promise<ReadonlyMap<Locale, Words>> {
  const read = async (locale: Locale): Promise<Words> =>
    (await import(`../../content/${locale}/${name}.json`, { with: { type: 'json' } })).default;
  const english = await read(DEFAULT_LOCALE);
  return new Map(await Promise.all(LOCALE_IDS.map(async (id) => [id, { ...english, ...(await read(id)) }] as const)));
}

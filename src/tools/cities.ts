// cspell:ignore libgeonames libglib geonames gresource gettext lomiri
/**
 * Writes src/server/geo/cities.tsv: `npm run generate -- cities FOLDER`, where FOLDER has Debian's packages of GeoNames
 * unpacked: `apt-get download libgeonames0 libgeonames-common`, then `dpkg-deb -x PACKAGE FOLDER` for each. It also needs
 * `gresource` (libglib2.0-bin). They have cities15000 of GeoNames with the names of its regions, and a file of GeoNames'
 * alternate names for each language. The result is committed, so that a build depends on none of this.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { Converter } from 'opencc-js';
import { parse } from 'yaml';
import { CITIES_FILE } from '../server/geo/cityFile.ts';

const SOURCE =
  'GeoNames (https://www.geonames.org), CC BY 4.0: cities15000 of 2022-04-03, alternate names of 2022-01-10';
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Say where Debian's packages are unpacked: npm run generate -- cities FOLDER");

type Names = ReadonlyMap<string, string>;
/** The names in the script of a locale; undefined where the source has none. */
type InScripts = readonly (string | undefined)[];

/** A file of gettext: its entries by key, here the GeoNames id of a city or the code of a region ('JP.40'). */
function readMo(path: string): Names {
  const file = readFileSync(path);
  const text = (at: number) =>
    file.toString('utf8', file.readUInt32LE(at + 4), file.readUInt32LE(at + 4) + file.readUInt32LE(at));
  const [count, keys, values] = [8, 12, 16].map((at) => file.readUInt32LE(at)) as [number, number, number];
  return new Map(Array.from({ length: count }, (_, row) => [text(keys + 8 * row), text(values + 8 * row)]));
}

const [languages, [library = '']] = [
  new Map(
    globSync(`${folder}/usr/share/locale/*/LC_MESSAGES/geonames.mo`).map((path) => [
      path.split('/').at(-3) ?? '',
      readMo(path),
    ]),
  ),
  globSync(`${folder}/usr/lib/*/libgeonames.so.0.*`),
];
const named = (language: string, key: string) => languages.get(language)?.get(key);

/** The cities: an array of GVariant, whose elements are texts that end in a zero, and a number at a multiple of 4. */
function readCities() {
  const file = execFileSync('gresource', ['extract', library, '/com/lomiri/geonames/cities.compiled'], {
    maxBuffer: 1e9,
  });
  const table = file.readUInt32LE(file.length - 4);
  const ends = Array.from({ length: (file.length - table) / 4 }, (_, row) => file.readUInt32LE(table + 4 * row));
  return ends.map((end, row) => {
    const from = Math.ceil((ends[row - 1] ?? 0) / 8) * 8;
    const element = file.subarray(from, end);
    let at = 0;
    const texts = Array.from({ length: 7 }, () => {
      const zero = element.indexOf(0, at);
      const text = element.toString('utf8', at, zero);
      at = zero + 1;
      return text;
    });
    const [id = '', name = '', code = '', region = '', country = ''] = texts;
    return {
      id,
      name,
      country,
      regionCode: `${country}.${code}`,
      region,
      population: element.readUInt32LE(Math.ceil(at / 4) * 4),
    };
  });
}

const [simplified, traditional] = [Converter({ from: 'tw', to: 'cn' }), Converter({ from: 'cn', to: 'tw' })];
const [fromJapan, fromJapanSimplified] = [Converter({ from: 'jp', to: 'tw' }), Converter({ from: 'jp', to: 'cn' })];

/** Characters that the conversion makes another word's in names of places: 德里 (Delhi) is no 德裡, 仙台 no 仙臺. */
const SAME = new Set('里台松斗谷克卜冬岳淀干舍');
function inTraditional(text: string, convert = traditional): string {
  // A name with a character that only Taiwan writes is as it should be.
  if (convert === traditional && simplified(text) !== text) return text;
  const converted = [...convert(text)];
  const characters = [...text];
  return characters.length === converted.length
    ? converted.map((character, at) => (SAME.has(characters[at] ?? '') ? characters[at] : character)).join('')
    : converted.join('');
}

const HAN = /^[\p{Script=Han}·]+$/u;
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・＝=々ヶヵ]+$/u;
const only = (text: string | undefined, script: RegExp) => (text && script.test(text) ? text : undefined);

/** The names in Japanese and in the two scripts of Chinese. A Japanese place in Chinese characters has them in all three. */
function inScripts(key: string, country: string): InScripts {
  const ja = only(named('ja', key), JAPANESE);
  const kanji = country === 'JP' ? only(ja, HAN) : undefined;
  const zh = only(named('zh', key), HAN);
  const tw = only(named('zh_TW', key), HAN) ?? (zh && inTraditional(zh)) ?? (kanji && inTraditional(kanji, fromJapan));
  const cn = only(named('zh_CN', key), HAN) ?? (zh && simplified(zh)) ?? (kanji && fromJapanSimplified(kanji));
  return [ja, tw, cn];
}

const foldedCity = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Every other name in Latin letters or in Chinese or Japanese, by which a city is found. */
function others(key: string, known: readonly (string | undefined)[]): string[] {
  const seen = new Set(known.map((name) => foldedCity(name ?? '')));
  return [...languages.values()].flatMap((names) => {
    const name = names.get(key)?.replace(/[\t|]/g, ' ').trim();
    const isRead =
      name && (JAPANESE.test(name) || HAN.test(name) || /^[\p{Script=Latin}\p{M}\p{P}\p{N} ]+$/u.test(name));
    if (!isRead || seen.has(foldedCity(name))) return [];
    seen.add(foldedCity(name));
    return [name];
  });
}

/** What the site itself calls a city that has an exchange: the names of GeoNames do not tell how Taiwan calls it. */
const { cities: siteCities } = parse(readFileSync('content/exchanges.yml', 'utf8')) as {
  cities: Record<string, Record<string, string>>;
};
const siteCityByName = new Map(Object.values(siteCities).map((names) => [names['en-US'], names]));

const all = readCities().sort((a, b) =>
  a.country < b.country ? -1 : a.country > b.country ? 1 : b.population - a.population || Number(a.id) - Number(b.id),
);
const largest = new Map(all.toSorted((a, b) => a.population - b.population).map((city) => [city.name, city.id]));
const regions = new Map(all.map(({ regionCode, region, country }) => [regionCode, { region, country }]));

const line = (...cells: readonly (string | number | undefined)[]) => cells.join('\t').trimEnd();
const lines = [
  `# ${SOURCE}`,
  ...[...regions].map(([code, { region, country }]) => line(code, region, ...inScripts(code, country))),
  ...all.map(({ id, name, country, regionCode, population }) => {
    const [ja, tw, cn] = inScripts(id, country);
    const siteCity = largest.get(name) === id ? siteCityByName.get(name) : undefined;
    const shown = [ja, siteCity?.tw ?? tw, siteCity?.cn ?? cn];
    return line(id, regionCode, name, population, ...shown, others(id, [name, ...shown]).join('|'));
  }),
];
writeFileSync(CITIES_FILE, `${lines.join('\n')}\n`);

/**
 * Cuts the fonts of the site, upright, for Latin letters: `npm run generate -- font`. The results are committed. Headings
 * and the company's name have Newsreader in one weight and one optical size: that axis would make 53 kB of 20. The font of
 * the name serves pages in languages whose headings use system fonts. Texts have IBM Plex Sans from regular to semibold:
 * of the three that were weighed (Inter, Source Sans 3) it has the widths of the systems' own fonts, within 2 %.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { COMPANY } from '../site.ts';

const WEIGHT = 500;
/** More bytes arrive too late even for the second page. */
const MAX_BYTES = { newsreader: 20_000, wordmark: 3_000, plex: 24_000 };
/** Headings run from 22 to 68 px; this is the size of the largest on a phone, and of second headings on a wide screen. */
const HEADING_SIZE = 40;
/** Size of the name, in px: .logo in src/components/sections/Header.css */
const NAME_SIZE = 26;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');

const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}“”‘’–—…€−‑`;
/** What texts have besides. */
const SIGNS = '←↑→↓≈≤≥';

const NEWSREADER = '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2';
const PLEX = '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2';

await cut('newsreader', NEWSREADER, CHARACTERS, { wght: WEIGHT, opsz: HEADING_SIZE });
await cut('wordmark', NEWSREADER, COMPANY, { wght: WEIGHT, opsz: NAME_SIZE });
await cut('plex', PLEX, `${CHARACTERS}${SIGNS}`, { wght: { min: 400, max: 600 } });

async function cut(
  name: keyof typeof MAX_BYTES,
  file: string,
  characters: string,
  variationAxes: Record<string, number | { min: number; max: number }>,
) {
  const source = await readFile(fileURLToPath(import.meta.resolve(file)));
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: ['kern', 'liga', 'lnum', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'],
    noHinting: true,
  });
  if (font.length > MAX_BYTES[name]) {
    throw new Error(`The font ${name} is ${font.length} bytes; the limit is ${MAX_BYTES[name]}`);
  }
  await writeFile(new URL(`../styles/fonts/${name}.woff2`, import.meta.url), font);
  console.log(`src/styles/fonts/${name}.woff2 ${font.length} bytes`);
}

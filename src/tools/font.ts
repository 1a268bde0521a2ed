/**
 * Cuts two fonts from Newsreader, upright, in one weight and one optical size: `npm run generate -- font`. The results are
 * committed. The optical-size axis would make the headings' font 53 kB instead of 20, which on a slow line arrives too
 * late for the first paint. The font for the company's name beside the mark serves pages in languages whose headings use
 * system fonts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { COMPANY } from '../site.ts';

const WEIGHT = 500;
/** Above these limits the fonts delay the first paint. */
const MAX_BYTES = { newsreader: 20_000, wordmark: 3_000 };
/** Headings run from 22 to 68 px; this is the size of the largest on a phone, and of second headings on a wide screen. */
const HEADING_SIZE = 40;
/** Size of the name, in px: .logo in src/components/sections/Header.css */
const NAME_SIZE = 26;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');

const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}“”‘’–—…€−‑`;

const source = await readFile(
  fileURLToPath(import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2')),
);
await cut('newsreader', CHARACTERS, { wght: WEIGHT, opsz: HEADING_SIZE });
await cut('wordmark', COMPANY, { wght: WEIGHT, opsz: NAME_SIZE });

async function cut(name: keyof typeof MAX_BYTES, characters: string, variationAxes: Record<string, number>) {
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

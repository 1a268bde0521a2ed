/**
 * Cuts two fonts from Newsreader: `node src/tools/font.ts`. The result is committed. One weight, upright. Of the headings:
 * the optical-size axis stays, since they run from 22 to 68 px. Of the company's name beside the mark: for pages in
 * languages whose headings are in fonts of the system.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { COMPANY } from '../site.ts';

const WEIGHT = 500;
/** With both axes the headings' is 132 kB; above these limits something has gone wrong. */
const MAX_BYTES = { newsreader: 57_000, wordmark: 3_000 };
/** Size of the name, in px: .logo in src/styles/frame.css */
const NAME_SIZE = 26;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');

const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}“”‘’–—…€−‑`;

const source = await readFile(
  fileURLToPath(import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2')),
);
await cut('newsreader', CHARACTERS, { wght: WEIGHT });
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

/**
 * Cuts the heading font from Newsreader: `node src/tools/font.ts`. The result is committed.
 * One weight, upright; the optical-size axis stays, since headings run from 22 to 68 px.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const WEIGHT = 500;
/** With both axes the file is 132 kB; above this limit something has gone wrong. */
const MAX_BYTES = 57_000;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');

const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}“”‘’–—…€−‑`;

const source = import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2');
const font = await subsetFont(await readFile(fileURLToPath(source)), CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHT },
  keepFeatures: ['kern', 'liga', 'lnum', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'],
  noHinting: true,
});
if (font.length > MAX_BYTES) throw new Error(`The font is ${font.length} bytes; the limit is ${MAX_BYTES}`);
await writeFile(new URL('../styles/fonts/newsreader.woff2', import.meta.url), font);
console.log(`src/styles/fonts/newsreader.woff2 ${font.length} bytes`);

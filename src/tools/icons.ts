/**
 * Draws the icons in public/ from the mark: `npm run generate -- icons`.
 * Run it after a change to src/components/ui/mark.ts or to the colors; the results are committed.
 */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ACCENT, ACCENT_DARK, PAPER } from '../components/ui/inks.ts';
import { MARK } from '../components/ui/mark.ts';

const PUBLIC = new URL('../../public/', import.meta.url);

const round = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
const markPath = `<path ${round} stroke-width="${MARK.strokeWidth}" d="${MARK.path}"/>`;

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${MARK.viewBox}">
<style>path{stroke:${ACCENT}}@media(prefers-color-scheme:dark){path{stroke:${ACCENT_DARK}}}</style>
${markPath}
</svg>
`;

/** A square icon: the mark on paper, taking `share` of the width. Without paper if `paper` is false. */
function icon(size: number, share: number, paper: boolean): string {
  const scale = (size * share) / 32;
  const offset = (size * (1 - share)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
${paper ? `<rect width="100%" height="100%" fill="${PAPER}"/>` : ''}
<g stroke="${ACCENT}" transform="translate(${offset} ${offset}) scale(${scale})">${markPath}</g></svg>`;
}

const pictures = {
  'icon-192.png': icon(192, 0.9, false),
  'icon-512.png': icon(512, 0.9, false),
  'icon-maskable-512.png': icon(512, 0.58, true),
  'apple-touch-icon.png': icon(180, 0.7, true),
};

/** A .ico that holds one PNG: browsers request /favicon.ico for a file that names no icon, such as robots.txt. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of pictures
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

await writeFile(new URL('favicon.svg', PUBLIC), favicon);
const small = await sharp(Buffer.from(icon(32, 0.95, false)))
  .png({ effort: 10 })
  .toBuffer();
await writeFile(new URL('favicon.ico', PUBLIC), ico(small, 32));
for (const [name, svg] of Object.entries(pictures)) {
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32, effort: 10 }).toBuffer();
  await writeFile(new URL(name, PUBLIC), png);
  console.log(`public/${name} ${png.length} bytes`);
}

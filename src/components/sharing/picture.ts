/** Draws sharing pictures, and keeps them: a page that has not changed costs reading its picture. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Renderer } from 'takumi-js/node';
import { altOf, type Card } from './card.ts';
import { addressOf, designOf, SIZE } from './design.ts';
import { fontsOf } from './fonts.ts';

/** Shared by builds of any content, as the names tell all that is in the pictures. May be deleted. */
export const KEPT = '.data/cards';

const renderer = new Renderer();

/** The PNG of a card. `folder`: where pictures are kept. */
export async function pictureOf(card: Card, folder = KEPT): Promise<Buffer> {
  const file = join(folder, basename(addressOf(card)));
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const fonts = fontsOf(altOf(card), card.locale);
  const picture = await renderer.render(designOf(card), { ...SIZE, format: 'png', fonts });
  await mkdir(folder, { recursive: true });
  // Another build never reads half of it.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}

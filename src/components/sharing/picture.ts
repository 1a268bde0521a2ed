/** Draws sharing pictures, and keeps them: a page that has not changed costs reading its picture. */
import { basename, join } from 'node:path';
import { Renderer } from 'takumi-js/node';
import { cachedFile } from '../../cachedFile.ts';
import { altOf, type Card } from './card.ts';
import { addressOf, designOf, SIZE } from './design.ts';
import { fontsOf } from './fonts.ts';

/** Shared by builds of any content, as the names tell all that is in the pictures. May be deleted. */
export const KEPT = '.data/cards';

const renderer = new Renderer();

/** The PNG of a card. `folder`: where pictures are kept. */
export async function pictureOf(card: Card, folder = KEPT): Promise<Buffer> {
  return cachedFile(join(folder, basename(addressOf(card))), () => {
    const fonts = fontsOf(altOf(card), card.locale);
    return renderer.render(designOf(card), { ...SIZE, format: 'png', fonts });
  });
}

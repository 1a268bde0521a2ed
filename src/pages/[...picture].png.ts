/** The sharing pictures of all pages. Pages with the same words in the same section share one. */
import type { APIRoute } from 'astro';
import { articlePaths, builtLocales, builtRoutes, newsPaths, readEntry } from '../authoring/pages/pages.ts';
import { type Card, cardOf } from '../components/sharing/card.ts';
import { addressOf } from '../components/sharing/design.ts';
import { pictureOf } from '../components/sharing/picture.ts';
import { contentPath, itemRoute } from '../routes.ts';

export async function getStaticPaths() {
  const pages = [
    ...builtRoutes().map((route) => ({ route, collection: 'pages' as const, path: contentPath(route) })),
    ...(await newsPaths()).map((id) => ({ route: itemRoute('news', id), collection: 'news' as const, path: id })),
    ...(await articlePaths()).map((id) => ({
      route: itemRoute('support', id),
      collection: 'support' as const,
      path: id,
    })),
  ];
  const cards = await Promise.all(
    builtLocales.flatMap((locale) =>
      pages.map(async ({ route, collection, path }) => {
        const { entry, written } = await readEntry(collection, path, locale);
        return cardOf(route, entry.data, written);
      }),
    ),
  );
  const byAddress = new Map(cards.map((card) => [addressOf(card), card]));
  return [...byAddress].map(([address, card]) => ({
    params: { picture: address.slice(1, -'.png'.length) },
    props: { card },
  }));
}

export const GET: APIRoute<{ card: Card }> = async ({ props }) =>
  new Response(new Uint8Array(await pictureOf(props.card)), { headers: { 'Content-Type': 'image/png' } });

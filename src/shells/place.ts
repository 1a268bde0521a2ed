/** Places in built pages that our server fills. On other hosts they keep what the build has put there. */

export type PlaceName = 'news' | 'flash' | 'rail' | 'posts' | 'item' | 'missing' | 'no-script';
/** What our server gives to an island. */
export type DataName = 'news' | 'flash' | 'item' | 'post' | 'posts' | 'replies' | 'user';

export const startOf = (name: PlaceName) => `<!--place ${name}-->`;
export const endOf = (name: PlaceName) => `<!--/place ${name}-->`;
export const place = (name: PlaceName, html = ''): string => startOf(name) + html + endOf(name);

/** The page with something else in a place, made from what the build has put there; as it is if it has no such place. */
export function fillPlace(page: string, name: PlaceName, html: string | ((built: string) => string)): string {
  const start = page.indexOf(startOf(name));
  const end = page.indexOf(endOf(name), start);
  if (start < 0 || end < 0) return page;
  const inside = start + startOf(name).length;
  const filled = typeof html === 'string' ? html : html(page.slice(inside, end));
  return page.slice(0, inside) + filled + page.slice(end);
}

/** True if the page has the place. */
export const hasPlace = (page: string, name: PlaceName): boolean => page.includes(startOf(name));

/** The articles of the house that a list shows, for our server. */
const HOUSE = '<script type="application/json" id="house">';

export const houseElement = (articles: unknown): string => `${HOUSE}${jsonText(articles)}</script>`;

/** The page without the articles that the build has written into it, and these. */
export function withoutHouse<T>(page: string): { page: string; house: T[] } {
  const start = page.indexOf(HOUSE);
  const end = page.indexOf('</script>', start);
  if (start < 0) return { page, house: [] };
  return {
    page: page.slice(0, start) + page.slice(end + '</script>'.length),
    house: JSON.parse(page.slice(start + HOUSE.length, end)),
  };
}

/** What an island takes instead of its first call (browserState/shellData.ts). The policy admits it, as it never runs. */
export const dataElement = (name: DataName, data: unknown): string =>
  `<script type="application/json" id="shell-${name}">${jsonText(data)}</script>`;

/** '<' is escaped so that no text can end the element. */
export const jsonText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

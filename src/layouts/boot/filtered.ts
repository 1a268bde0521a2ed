import { NEWS_FILTERS } from '../../visit/keys.ts';

/** Marks a page whose address filters the news, before the first paint: such a list has no lead story. */
export function markFiltered({ documentElement }: Document, search: string): void {
  const query = new URLSearchParams(search);
  documentElement.toggleAttribute(
    'data-filtered',
    NEWS_FILTERS.some((name) => query.get(name)),
  );
}

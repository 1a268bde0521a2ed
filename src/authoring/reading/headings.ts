/** The ids of the headings of a translation, which are those of the English headings that they translate. */
import type { Heading } from './sections.ts';

/**
 * An id for each heading. A heading with the words that were recorded keeps the id that was recorded with them. The
 * others, reworded or new, take the ids that are free between their neighbours: of today's English headings if there
 * are as many, else of the recorded ones. A heading without any of these has '': its own words give its id.
 *
 * @param recorded headings of the translation with their ids, as they were when it was recorded; empty if it was not
 */
export function idsOfHeadings(
  own: readonly Pick<Heading, 'heading'>[],
  recorded: readonly (readonly [words: string, id: string])[],
  today: readonly Pick<Heading, 'id'>[],
): string[] {
  const left = [...recorded];
  const ids = own.map(({ heading }) => {
    const at = left.findIndex(([words]) => words === heading);
    return at < 0 ? '' : (left.splice(at, 1)[0]?.[1] ?? '');
  });
  const orders = [today.map(({ id }) => id), recorded.map(([, id]) => id)];
  for (let from = 0; from < ids.length; from += 1) {
    if (ids[from]) continue;
    let to = from;
    while (to < ids.length && !ids[to]) to += 1;
    const free = orders
      .map((order) => between(order, ids[from - 1], ids[to]).filter((id) => !ids.includes(id)))
      .find(({ length }) => length === to - from);
    for (const [index, id] of (free ?? []).entries()) ids[from + index] = id;
    from = to;
  }
  return ids;
}

/** The ids between two others; to the end if there is none. */
function between(order: readonly string[], before: string | undefined, after: string | undefined): string[] {
  const from = before === undefined ? 0 : order.indexOf(before) + 1;
  const to = after === undefined ? order.length : order.indexOf(after);
  return (before !== undefined && from === 0) || to < 0 ? [] : order.slice(from, to);
}

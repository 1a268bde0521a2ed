/** Lists that are sent in pages: where one ends, the next begins. */

export const PAGE = 50;

/** A page of rows, of which one more was read; the place of its last row if another page follows. */
export function paged<Row>(rows: readonly Row[], placeOf: (last: Row) => string): { page: Row[]; next: string | null } {
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { page, next: rows.length > PAGE && last !== undefined ? placeOf(last) : null };
}

/** The place of a row in its order, as text for the next call. */
export const cursorOf = (...place: readonly [string, string]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that a caller has sent back; undefined for the first page, null if it is none. */
export function readCursor(text: string | undefined): readonly [string, string] | null | undefined {
  if (!text) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [at, id] = Array.isArray(place) ? (place as unknown[]) : [];
    // Postgres knows no NUL.
    const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
    return isText(at) && isText(id) ? [String(at), String(id)] : null;
  } catch {
    return null;
  }
}

/** The comment at the top of a table, which says what its fields are. */

export interface Head {
  /** The comment at the top of the file, without its marks */
  text: string;
  /** What it says of a field, by name */
  fields: Record<string, string>;
}

/** A field, at least two spaces, and what it is; further lines stand below that. */
const FIELD = /^( +)([A-Za-z][\w-]*)(?: {2,}(\S.*))?$/;

/** What the head of a table says of itself and of its fields. */
export function headOf(raw: string, names: ReadonlySet<string>): Head {
  const lines = [];
  for (const line of raw.replaceAll('\r\n', '\n').split('\n')) {
    if (!line.startsWith('#')) break;
    lines.push(line.slice(1));
  }
  const fields = new Map<string, string>();
  let open: { name: string; column: number } | null = null;
  for (const line of lines) {
    const [, space = '', name = '', about = ''] = FIELD.exec(line) ?? [];
    const column = line.length - line.trimStart().length;
    if (names.has(name) && about) {
      open = { name, column: space.length };
      if (!fields.has(name)) fields.set(name, about);
      else open = null;
    } else if (open && line.trim() && column > open.column + 2) {
      fields.set(open.name, `${fields.get(open.name)} ${line.trim()}`);
    } else open = null;
  }
  return { text: lines.map((line) => line.replace(/^ /, '')).join('\n'), fields: Object.fromEntries(fields) };
}

/** Writes the JSON of content/ as it is written by hand: a line that has not changed stays as it is. */
import { escaped } from '../../catalogue/problem.ts';

/** A list of flat rows, each in a line, so that branches that add rows seldom meet in one. */
export function jsonRows(rows: readonly object[]): string {
  if (rows.length === 0) return '[]\n';
  const lines = rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    return `  { ${fields.join(', ')} }`;
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** The messages with one more, behind another one, or behind the first message of its kind, or first. */
export function withMessage(raw: string, key: string, text: string, behind: string): string {
  const eol = raw.includes('\r\n') ? '\r\n' : '\n';
  const line = `  ${JSON.stringify(key)}: ${JSON.stringify(text)}`;
  const kind = key.replace(/\..*$/, '.');
  const place = [`"${escaped(behind)}"`, `"${escaped(kind)}[^"]*"`]
    .map((name) => new RegExp(`^[ \\t]*${name}:.*,\\r?\\n`, 'm').exec(raw))
    .find((found) => found !== null);
  if (place) {
    const at = place.index + place[0].length;
    return `${raw.slice(0, at)}${line},${eol}${raw.slice(at)}`;
  }
  const start = raw.indexOf('{') + 1;
  const rest = raw.slice(start);
  const isEmpty = /^\s*\}/.test(rest);
  return `${raw.slice(0, start)}${eol}${line}${isEmpty ? eol : ','}${isEmpty ? rest.trimStart() : rest}`;
}

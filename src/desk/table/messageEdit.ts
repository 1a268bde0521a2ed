/** Changes one message of a flat JSON file where it stands: all other lines stay as they are. */
import { entriesIn } from '../../authoring/reading/icuFiles.ts';
import { readJson } from '../../catalogue/syntax.ts';

/** The file with other words for a key; '' removes it. A new key comes behind those that `order` has before it. */
export function withMessage(raw: string, key: string, words: string, order: readonly string[]): string {
  const places = entriesIn(raw);
  const place = places.get(key);
  if (!place) return words === '' ? raw : checked(inserted(raw, key, words, order), key, words);
  if (words === '') return checked(removed(raw, key), key, words);
  const was = raw.slice(place.start, place.end);
  if (JSON.parse(was) === words) return raw;
  return checked(raw.slice(0, place.start) + literal(words, was) + raw.slice(place.end), key, words);
}

/** A text between quotation marks; what was written by its number stays so. */
function literal(words: string, was: string): string {
  const numbered = new Set([...was.matchAll(/\\u([0-9a-f]{4})/gi)].map(([, hex]) => Number.parseInt(hex ?? '', 16)));
  return JSON.stringify(words).replace(/[^\x20-\x7e]/g, (one) => {
    const code = one.charCodeAt(0);
    return numbered.has(code) ? `\\u${code.toString(16).padStart(4, '0')}` : one;
  });
}

/** Where the line of an entry begins. */
function startOf(raw: string, key: string): number {
  const { end = 0 } = entriesIn(raw).get(key) ?? {};
  return raw.lastIndexOf(JSON.stringify(key), end);
}

function inserted(raw: string, key: string, words: string, order: readonly string[]): string {
  const eol = raw.includes('\r\n') ? '\r\n' : '\n';
  const places = entriesIn(raw);
  const own = `${JSON.stringify(key)}: ${JSON.stringify(words)}`;
  const last = order.slice(0, order.indexOf(key)).findLast((one) => places.has(one));
  const [first] = places.keys();
  if (last !== undefined) {
    const { end = 0 } = places.get(last) ?? {};
    const space = /\n([ \t]*)$/.exec(raw.slice(0, startOf(raw, last)))?.[1] ?? '';
    return `${raw.slice(0, end)},${eol}${space}${own}${raw.slice(end)}`;
  }
  if (first === undefined) return raw.replace(/\{\s*\}/, () => `{${eol}  ${own}${eol}}`);
  const at = startOf(raw, first);
  const space = /\n([ \t]*)$/.exec(raw.slice(0, at))?.[1] ?? '';
  return `${raw.slice(0, at)}${own},${eol}${space}${raw.slice(at)}`;
}

function removed(raw: string, key: string): string {
  const { end = 0 } = entriesIn(raw).get(key) ?? {};
  const start = startOf(raw, key);
  const [comma] = /^\s*,\s*/.exec(raw.slice(end)) ?? [];
  if (comma) return raw.slice(0, start) + raw.slice(end + comma.length);
  // Of the last entry, the comma before it goes.
  return raw.slice(0, start).replace(/,?\s*$/, '') + raw.slice(end);
}

/** Throws, before anything is written, if the file would then say something else than it should. */
function checked(raw: string, key: string, words: string): string {
  const { words: all, fault } = readJson(raw);
  const now = Object.hasOwn(all, key) ? all[key] : '';
  if (fault || now !== words) throw new Error('The message cannot be written so without another change of the file');
  return raw;
}

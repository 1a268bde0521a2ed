/** Changes one message of a flat JSON file: the lines of the others stay as they are. */
import { readJson } from '../../catalogue/syntax.ts';
import { lookUp } from '../../lookUp.ts';

/** The file with other words for a key; '' removes it. A new key comes behind those that `order` has before it. */
export function withMessage(raw: string, key: string, words: string, order: readonly string[]): string {
  const { words: messages, fault } = raw ? readJson(raw) : { words: {}, fault: null };
  if (fault) throw new Error(`The file cannot be read: ${fault.reason}`);
  if ((lookUp(messages, key) ?? '') === words) return raw;
  const rows = Object.entries(messages);
  const place = rows.findIndex(([name]) => name === key);
  const earlier = order.slice(0, order.indexOf(key));
  const last = earlier.findLast((name) => Object.hasOwn(messages, name));
  if (words === '') rows.splice(place, 1);
  else if (place >= 0) rows.splice(place, 1, [key, words]);
  else rows.splice(rows.findIndex(([name]) => name === last) + 1, 0, [key, words]);
  const text = `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
  return raw.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

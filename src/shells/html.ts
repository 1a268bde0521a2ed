/** Elements as the text of HTML. Everything that is not a tag of ours is escaped. */
import type { Attributes, Child } from './element.ts';

/** Tags of ours that have no end. */
const VOID = ['br', 'img', 'link', 'meta', 'wbr'];
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export const escaped = (text: string) =>
  text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');

export const toHtml = (...children: readonly Child[]): string => children.map(write).join('');

function write(child: Child): string {
  if (!child) return '';
  if (typeof child === 'string') return escaped(child);
  const { tag, attributes, children } = child;
  const start = `<${tag}${Object.entries(attributes).map(attribute).join('')}>`;
  return VOID.includes(tag) ? start : `${start}${toHtml(...children)}</${tag}>`;
}

function attribute([name, value]: [string, Attributes[string]]): string {
  if (value === undefined) return '';
  return ` ${name === 'className' ? 'class' : name.toLowerCase()}="${escaped(String(value))}"`;
}

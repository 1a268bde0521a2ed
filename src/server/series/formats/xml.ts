/**
 * Reads a whole XML document, or throws: half a file has no value that can be trusted. The feeds' reader (feeds/items.ts)
 * does the opposite and rescues what it can. Without DOCTYPE, so no entity is ever expanded; namespaces are ignored.
 */
import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import { textOf, WrongFile } from './values.ts';

export interface Element {
  /** Without its prefix */
  name: string;
  /** As written: no value of ours has an entity */
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: Element[];
  /** From 1 */
  line: number;
}

const MOST_DEPTH = 20;
const SKIPPED = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The root of a document, which must have this name. Throws a WrongFile. */
export function rootOf(body: string, name: string, wanted: readonly SeriesRow[]): Element {
  let root: Element;
  try {
    root = parse(textOf(body, wanted));
  } catch (error) {
    throw error instanceof SyntaxError ? new WrongFile(wanted, error.message) : error;
  }
  if (root.name !== name) throw new WrongFile(wanted, `the file is <${root.name}>; expected <${name}>`);
  return root;
}

export const childrenNamed = ({ children }: Element, name: string) => children.filter((child) => child.name === name);

function parse(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), text: '', children: [], line: 1 };
  const open = [top];
  let line = 1;
  const fault = (what: string) => new SyntaxError(`line ${line} of the file: ${what}`);
  for (let at = 0; at < text.length; ) {
    const inside = open.at(-1) as Element;
    const start = text.indexOf('<', at);
    const between = text.slice(at, start < 0 ? text.length : start);
    line += linesIn(between);
    inside.text += between;
    if (inside === top && between.trim()) throw fault(`'${between.trim().slice(0, 30)}' stands outside of the tags`);
    if (start < 0) break;
    SKIPPED.lastIndex = TAG.lastIndex = start;
    const skipped = SKIPPED.exec(text)?.[0];
    const [tag = skipped, closes, name = '', attributes = '', isEmpty] = skipped ? [] : (TAG.exec(text) ?? []);
    if (!tag) throw fault(`'${text.slice(start, start + 30).split('\n')[0]}' is no whole tag: the file may be cut off`);
    if (closes) {
      if (inside.name !== name || inside === top) throw fault(`</${name}> closes nothing`);
      open.pop();
    } else if (!skipped) {
      if (inside === top && top.children.length > 0) throw fault(`<${name}> follows the end of the file`);
      if (open.length > MOST_DEPTH) throw fault(`<${name}> stands too deep`);
      const element = { name, attributes: attributesOf(attributes), text: '', children: [], line };
      inside.children.push(element);
      if (!isEmpty) open.push(element);
    }
    line += linesIn(tag);
    at = start + tag.length;
  }
  if (open.length > 1) throw fault(`<${open.at(-1)?.name}> is not closed: the file is cut off`);
  const [root] = top.children;
  if (!root) throw fault('there is no tag');
  return root;
}

/** The attributes in a tag, without their prefixes. */
export function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']));
}

const linesIn = (text: string) => text.split('\n').length - 1;

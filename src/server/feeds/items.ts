/**
 * Splits the text of a feed into its items in one linear pass, before any parser sees it. So a document that was cut
 * off, has one broken or endlessly nested item, or hides a bomb beside its items still gives the good ones, and the
 * parser gets a small document without DOCTYPE, entities or deep nesting.
 */

export interface Pieces {
  /** The opening tags around the items, and their closing tags */
  head: string;
  foot: string;
  /** Whole <item> or <entry> elements, in the order of the feed */
  items: string[];
}

/** The deepest nesting allowed within an item: anything deeper is a bomb. */
const MOST_DEPTH = 100;
const MOST_ITEM_CHARS = 1024 * 1024;
const MOST_TAG_CHARS = 64 * 1024;

/** Unescaped HTML in items often lacks closing tags; these elements never have one. */
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'input']);

/** Splits an XML feed into at most `most` items. Returns null if there is no root element of a feed. */
export function piecesOf(xml: string, most: number): Pieces | null {
  const tags = new Tags(xml);
  const root = tags.next();
  if (root?.kind !== 'open' || !['rss', 'rdf', 'feed'].includes(root.local)) return null;
  let channel: Tag | null = null;
  const items: string[] = [];
  for (let tag = tags.next(); tag && items.length < most; tag = tags.next()) {
    if (tag.kind === 'open' && tag.local === 'channel' && items.length === 0) channel ??= tag;
    if (tag.kind !== 'open' || (tag.local !== 'item' && tag.local !== 'entry')) continue;
    const item = wholeItem(tags, tag);
    if (item !== null && item.length <= MOST_ITEM_CHARS) items.push(item);
  }
  const around = root.local === 'rss' ? [root, channel ?? { text: '<channel>', name: 'channel' }] : [root];
  return {
    head: around.map(({ text }) => text).join(''),
    foot: around
      .map(({ name }) => `</${name}>`)
      .reverse()
      .join(''),
    items,
  };
}

/** From an item's opening tag to its closing tag. Returns null if that is missing or the nesting is too deep. */
function wholeItem(tags: Tags, opening: Tag): string | null {
  const open: string[] = [];
  let isTooDeep = false;
  for (let tag = tags.next(); tag; tag = tags.next()) {
    // An item begins inside another: the end of the first one is missing.
    if (tag.kind === 'open' && tag.name === opening.name) {
      tags.at = tag.start;
      return isTooDeep ? null : `${tags.text.slice(opening.start, tag.start)}</${opening.name}>`;
    }
    if (tag.kind === 'close' && tag.name === opening.name) {
      return isTooDeep ? null : tags.text.slice(opening.start, tag.end);
    }
    if (tag.kind === 'open' && !VOID.has(tag.local)) open.push(tag.name);
    if (tag.kind === 'close') {
      const at = open.lastIndexOf(tag.name);
      if (at >= 0) open.length = at;
    }
    if (open.length > MOST_DEPTH) {
      isTooDeep = true;
      open.length = 0;
    }
  }
  return null;
}

/** A direct child element of an item. */
export interface Child {
  /** As written; `local` is without its prefix and in lower case */
  name: string;
  local: string;
  /** Its opening tag */
  tag: string;
  inner: string;
  /** Start and end offsets in the item */
  start: number;
  end: number;
}

/** The children of a whole item, in order. A child that is not closed ends with the item. */
export function* childrenOf(item: string): Generator<Child> {
  const tags = new Tags(item);
  tags.next();
  for (let tag = tags.next(); tag; tag = tags.next()) {
    if (tag.kind === 'close') continue;
    const { name, local, text, start, end } = tag;
    const child = { name, local, tag: text, start };
    if (tag.kind === 'empty') yield { ...child, inner: '', end };
    else {
      const closing = closingOf(tags, name);
      const innerEnd = closing?.start ?? item.lastIndexOf('</');
      yield { ...child, inner: item.slice(end, innerEnd), end: closing?.end ?? innerEnd };
    }
  }
}

/** The closing tag of the open element, past nested elements of its name. Returns null if there is none. */
function closingOf(tags: Tags, name: string): Tag | null {
  let depth = 1;
  for (let tag = tags.next(); tag; tag = tags.next()) {
    if (tag.name !== name || tag.kind === 'empty') continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag;
  }
  return null;
}

/** True if a text contains elements, and not only words and CDATA. */
export function hasTags(text: string): boolean {
  return new Tags(text).next() !== null;
}

interface Tag {
  kind: 'open' | 'close' | 'empty';
  /** As written; `local` is without its prefix and in lower case */
  name: string;
  local: string;
  text: string;
  start: number;
  /** After its '>' */
  end: number;
}

/** Iterates over the tags of a text; skips comments, CDATA, declarations and DOCTYPE. */
class Tags {
  readonly text: string;
  at = 0;
  /** End markers that were not found: searching again at every position would take quadratic time. */
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.text = text;
  }

  next(): Tag | null {
    const { text } = this;
    for (;;) {
      const start = text.indexOf('<', this.at);
      if (start < 0) return null;
      if (text.startsWith('<!--', start)) this.#pass('-->', start + 4);
      else if (text.startsWith('<![CDATA[', start)) this.#pass(']]>', start + 9);
      else if (text.startsWith('<?', start)) this.#pass('?>', start + 2);
      else if (text.startsWith('<!', start)) this.#passDoctype(start + 2);
      else {
        const tag = this.#tagAt(start);
        this.at = tag?.end ?? start + 1;
        if (tag) return tag;
      }
    }
  }

  /** Skips past the next `end`. If there is none, nothing begins here, and the scan goes on at `from`. */
  #pass(end: string, from: number): void {
    const found = this.#missing.has(end) ? -1 : this.text.indexOf(end, from);
    if (found < 0) this.#missing.add(end);
    this.at = found < 0 ? from : found + end.length;
  }

  /** Skips a DOCTYPE. It may contain declarations in brackets; all are dropped, whatever they define. */
  #passDoctype(from: number): void {
    const close = this.text.indexOf('>', from);
    const bracket = this.text.indexOf('[', from);
    if (bracket >= 0 && bracket < close) {
      this.#pass(']', bracket);
      // A declaration inside may have a bracket in its value: find the one that is followed by '>'.
      while (this.at > bracket + 1 && !/^\s*>/.test(this.text.slice(this.at, this.at + 16))) {
        const before = this.at;
        this.#pass(']', before);
        if (this.at <= before) break;
      }
    }
    this.#pass('>', this.at > from ? this.at : from);
  }

  #tagAt(start: number): Tag | null {
    const { text } = this;
    const isClose = text[start + 1] === '/';
    NAME.lastIndex = start + (isClose ? 2 : 1);
    const name = NAME.exec(text)?.[0];
    if (!name) return null;
    const end = this.#endOfTag(NAME.lastIndex);
    if (end === null) return null;
    const kind = isClose ? 'close' : text[end - 2] === '/' ? 'empty' : 'open';
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    return { kind, name, local, text: text.slice(start, end), start, end };
  }

  /** After the first '>' outside quotation marks. No tag contains '<': at one, the first quoted '>' ends the tag. */
  #endOfTag(from: number): number | null {
    const { text } = this;
    let quote = '';
    let first: number | null = null;
    for (let at = from; at < text.length && at < from + MOST_TAG_CHARS; at++) {
      const sign = text[at] ?? '';
      if (sign === '<') return first;
      if (sign === '>') {
        if (!quote) return at + 1;
        first ??= at + 1;
      }
      if (quote ? sign === quote : sign === '"' || sign === "'") quote = quote ? '' : sign;
    }
    return first;
  }
}

const NAME = /[^\s/>"'=<]{1,200}/y;

/** The complete objects in the items of a truncated JSON feed. At most `most`. */
export function wholeJsonItems(json: string, most: number): unknown[] {
  const [start] = /"items"\s*:\s*\[/.exec(json) ?? [];
  const items: unknown[] = [];
  if (!start) return items;
  let depth = 0;
  let from = -1;
  let isText = false;
  for (let at = json.indexOf(start) + start.length; at < json.length && items.length < most; at++) {
    const sign = json[at];
    if (isText) {
      if (sign === '\\') at++;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{' || sign === '[') {
      if (depth++ === 0) from = at;
    } else if (sign === '}' || sign === ']') {
      if (--depth < 0) break;
      if (depth > 0) continue;
      try {
        items.push(JSON.parse(json.slice(from, at + 1)));
      } catch {
        // Invalid JSON; the next one may be valid.
      }
    }
  }
  return items;
}

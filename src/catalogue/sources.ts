/**
 * Reads the feeds of content/sources.opml (OPML 2.0, https://opml.org/spec2.opml) and finds the faults in the file. The
 * server fetches the feeds; the content check reports the faults. The head of the file explains its format.
 *
 * We have our own parser because it must know the line of every outline and must not skip anything. It supports the XML
 * that such a file needs: tags, attributes, comments, character references.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NEWS_LANGUAGES } from '../contract/all.ts';
import { isDay } from '../forms/days.ts';
import { lookUp } from '../lookUp.ts';
import { type Report, suggestion } from './problem.ts';

export const SOURCES_FILE = 'sources.opml';

export const CATEGORIES = ['central-bank', 'regulator', 'exchange', 'statistics', 'government'] as const;
const KINDS = ['news', 'flash'] as const;
const REUSES = ['title', 'excerpt'] as const;

export interface FeedSource {
  /** Never changes, because stored items refer to it */
  id: string;
  title: string;
  /** The address of the feed */
  xmlUrl: string;
  /** The address of the public page that announces it */
  htmlUrl: string;
  language: (typeof NEWS_LANGUAGES)[number];
  category: (typeof CATEGORIES)[number];
  kind: (typeof KINDS)[number];
  /** How much of an item may be shown */
  reuse: (typeof REUSES)[number];
  /** Day on which a check last got an answer, YYYY-MM-DD, or 'never' */
  checked: string;
}

/** Every feed, in the order of the file. Throws on the first fault, with a one-line message that names its line. */
export function readSources(contentDir = 'content'): FeedSource[] {
  return readSourcesFile(contentDir, (line, what, expected) => {
    throw new Error(`${relative(process.cwd(), join(contentDir, SOURCES_FILE))}:${line} ${what}; expected ${expected}`);
  });
}

/** Every feed without a fault. Reports the faults of the others. */
export function readSourcesFile(contentDir: string, report: Report): FeedSource[] {
  return placedSources(contentDir, report).map(({ source }) => source);
}

/** The same, each with its line. */
export function placedSources(contentDir: string, report: Report): Placed[] {
  const path = join(contentDir, SOURCES_FILE);
  if (!existsSync(path)) {
    report(1, 'the file is missing', `content/${SOURCES_FILE}`, 'bring it back');
    return [];
  }
  const sources = outlines(readFileSync(path, 'utf8'), report).flatMap((outline) => sourceOf(outline, report) ?? []);
  for (const key of ['id', 'xmlUrl'] as const) reportTwice(sources, key, report);
  return sources;
}

interface Outline {
  line: number;
  attributes: Record<string, string>;
}

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const HEAD = ['title', 'dateCreated', 'dateModified', 'ownerName', 'ownerEmail', 'ownerId', 'docs'];

/** The outlines of feeds, not of groups, in an OPML text. If the text is not valid XML: those before the fault. */
function outlines(xml: string, report: Report): Outline[] {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ');
  const text = xml
    .replace(/^\uFEFF/, ' ')
    .replace(/<\?xml[^>]*\?>/, blank)
    .replace(/<!--[\s\S]*?-->/g, blank);
  const found: Outline[] = [];
  const open: string[] = [];
  let line = 1;
  const fault = (what: string) => {
    const remedy = 'compare the outline above it: quotation marks in pairs, &amp; for &, /> at the end';
    report(line, what, '<outline id="…" … />', remedy);
    return found;
  };
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf('<', at);
    const between = text.slice(at, tag < 0 ? text.length : tag);
    if (between.trim() && !HEAD.includes(open.at(-1) ?? '')) {
      line += between.slice(0, between.search(/\S/)).split('\n').length - 1;
      return fault(`'${between.trim().slice(0, 40)}' stands outside the tags`);
    }
    line += between.split('\n').length - 1;
    if (tag < 0) break;
    TAG.lastIndex = tag;
    const [whole, closes, name = '', inside = '', isEmpty] = TAG.exec(text) ?? [];
    if (!whole) return fault(`'${text.slice(tag, tag + 40).split('\n')[0]}' is no tag`);
    if (closes && open.pop() !== name) return fault(`</${name}> closes nothing`);
    if (!closes && !isEmpty) open.push(name);
    if (name === 'outline' && !closes) {
      const attributes = new Map<string, string>();
      for (const [, key = '', double, single] of inside.matchAll(ATTRIBUTE)) {
        if (attributes.has(key)) return fault(`${key} stands twice`);
        attributes.set(key, decoded(double ?? single ?? ''));
      }
      // A group has a name and other outlines inside; everything else is a feed, complete or not.
      if (isEmpty || [...attributes.keys()].join() !== 'text') {
        found.push({ line, attributes: Object.fromEntries(attributes) });
      }
    }
    line += whole.split('\n').length - 1;
    at = tag + whole.length;
  }
  if (open.length > 0) return fault(`<${open.at(-1)}> is not closed`);
  return found;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return lookUp(NAMED, name) ?? (point <= 0x10ffff ? String.fromCodePoint(point) : whole);
  });
}

export interface Placed {
  source: FeedSource;
  line: number;
}

type Check = (value: string) => boolean;

const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value);
const isAddress: Check = (value) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value);

/** The check of every attribute, and what its value should be. */
const ATTRIBUTES: Record<string, { isRight: Check; expected: string; choices?: readonly string[] }> = {
  id: { isRight: (value) => /^[a-z][a-z0-9-]{1,39}$/.test(value), expected: 'small letters, digits and hyphens' },
  type: { isRight: (value) => value === 'rss', expected: 'rss, which in OPML stands for Atom and JSON Feed too' },
  text: { isRight: (value) => value.trim() !== '' && value.length <= 120, expected: 'the name of the publisher' },
  xmlUrl: { isRight: isAddress, expected: 'the whole address of the feed, with https://' },
  htmlUrl: { isRight: isAddress, expected: 'the whole address of the page that announces the feed' },
  language: { isRight: oneOf(NEWS_LANGUAGES), expected: NEWS_LANGUAGES.join(', '), choices: NEWS_LANGUAGES },
  category: { isRight: oneOf(CATEGORIES), expected: CATEGORIES.join(', '), choices: CATEGORIES },
  kind: { isRight: oneOf(KINDS), expected: KINDS.join(' or '), choices: KINDS },
  reuse: { isRight: oneOf(REUSES), expected: REUSES.join(' or '), choices: REUSES },
  checked: { isRight: (value) => value === 'never' || isDay(value), expected: 'never, or a day such as 2026-11-21' },
};
/** The default values of attributes: the most cautious ones. */
const DEFAULTS: Record<string, string> = { reuse: 'excerpt', checked: 'never', type: 'rss' };

function sourceOf({ line, attributes }: Outline, report: Report): Placed | null {
  const name = attributes.id ?? attributes.text ?? attributes.xmlUrl ?? 'the outline';
  let isWhole = true;
  const fault = (what: string, expected: string, remedy: string) => {
    isWhole = false;
    report(line, `${name}: ${what}`, expected, remedy);
  };
  for (const key of Object.keys(attributes)) {
    const names = Object.keys(ATTRIBUTES);
    if (!names.includes(key)) fault(`unknown attribute '${key}'`, names.join(', '), suggestion(key, names));
  }
  const values: Record<string, string> = { ...DEFAULTS, ...attributes };
  for (const [key, { isRight, expected, choices }] of Object.entries(ATTRIBUTES)) {
    const value = lookUp(values, key);
    if (value === undefined) fault(`${key} is missing`, expected, `add ${key}="…"`);
    else if (!isRight(value)) {
      fault(`${key} is '${value}'`, expected, choices ? suggestion(value, choices) : `change ${key}`);
    }
  }
  if (!isWhole) return null;
  const { type: _, text: title, ...rest } = values;
  return { line, source: { title, ...rest } as unknown as FeedSource };
}

function reportTwice(placed: readonly Placed[], key: 'id' | 'xmlUrl', report: Report): void {
  const first = new Map<string, number>();
  for (const { line, source } of placed) {
    const before = first.get(source[key]);
    if (before === undefined) first.set(source[key], line);
    else report(line, `${source.id}: ${key} stands on line ${before} too`, 'each feed once', 'remove one of them');
  }
}

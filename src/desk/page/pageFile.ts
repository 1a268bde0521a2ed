/** A page as fields of front matter and sections, and back: only what has changed is written anew. */

import { headingsOf } from '../../authoring/reading/sections.ts';
import { parseSource } from '../../catalogue/content.ts';
import { articleSchema, newsSchema, noticeSchema, pageSchema } from '../../catalogue/schemas.ts';
import type { SyntaxFault } from '../../catalogue/syntax.ts';
import { withFields } from './frontMatter.ts';

export interface PageSection {
  /** The fragment of its heading; '' for the opening */
  id: string;
  /** '' for the opening */
  heading: string;
  /** Its text as written, with the heading and what is of its language alone; lines end in \n, none is empty around it */
  text: string;
}

export interface PageText {
  /** Values of front matter by name */
  fields: Record<string, unknown>;
  /** Why they cannot be read; then `head` is edited instead */
  fault: Pick<SyntaxFault, 'line' | 'reason' | 'remedy'> | null;
  /** The lines of front matter; null if there are none */
  head: string | null;
  /** The opening, then a section for each `##` heading */
  sections: PageSection[];
}

/** What an editor changes. Fields that are not named stay; null removes one. */
export interface PageEdit {
  head?: string | undefined;
  fields?: Record<string, unknown> | undefined;
  /** New texts of sections, by their place */
  sections?: { at: number; text: string }[] | undefined;
}

export const ROOM_SCHEMAS = {
  pages: pageSchema,
  news: newsSchema,
  support: articleSchema,
  notices: noticeSchema,
} as const;
export type Room = keyof typeof ROOM_SCHEMAS;

/** The folder of a page: 'pages' of 'pages/service/bonds'. */
export const roomOf = (page: string): Room => {
  const [room = ''] = page.split('/');
  return Object.hasOwn(ROOM_SCHEMAS, room) ? (room as Room) : 'pages';
};

/** The names of the fields of a page, in the order in which they are written. */
const fieldOrder = (page: string) => Object.keys(ROOM_SCHEMAS[roomOf(page)].shape);

export function readPageText(raw: string): PageText {
  const { frontMatter, fault } = parseSource(raw);
  const { head, sections } = cut(raw);
  return {
    fields: frontMatter,
    fault: fault && { line: fault.line, reason: fault.reason, remedy: fault.remedy },
    head: head === null ? null : lf(raw.slice(...head)),
    sections: sections.map(({ id, heading, start, end }) => ({ id, heading, text: lf(raw.slice(start, end)) })),
  };
}

export interface Edited {
  raw: string;
  /** Where the lines of front matter stand */
  head: [start: number, end: number];
  /** Where each section's text stands, in the order of the sections that were edited */
  sections: [start: number, end: number][];
}

/** The file with the changes, `page` as 'pages/service/bonds'. What has not changed stays as it is, byte for byte. */
export function withEdit(raw: string, page: string, edit: PageEdit): Edited {
  const eol = raw.includes('\r\n') ? '\r\n' : '\n';
  const ended = (text: string) => (eol === '\n' ? text : text.replaceAll('\n', eol));
  const { head, sections, bodyStart } = cut(raw);
  const before = head ? lf(raw.slice(...head)) : '';
  const lines = edit.head ?? before;
  const changed = withFields(lines && `${lines}\n`, edit.fields ?? {}, fieldOrder(page)).replace(/\n$/, '');
  let out = raw.slice(0, bodyStart);
  let headEnd = head?.[1] ?? 0;
  if (changed !== before && head) {
    out = raw.slice(0, head[0]) + ended(changed) + raw.slice(head[1], bodyStart);
    headEnd = head[0] + ended(changed).length;
  } else if (changed !== before) {
    out = ended(`---\n${changed}\n---\n`);
    headEnd = out.length;
  }
  const texts = new Map(edit.sections?.map(({ at, text }) => [at, outer(lf(text))]));
  const places: [number, number][] = [];
  for (const [at, { from, start, end, to }] of sections.entries()) {
    const isLast = at === sections.length - 1;
    const written = raw.slice(start, end);
    const text = texts.get(at) ?? lf(written);
    if (text === lf(written)) {
      places.push([out.length + start - from, out.length + end - from]);
      out += raw.slice(from, to);
    } else if (text === '') {
      places.push([out.length, out.length]);
      out += at === 0 ? ended('\n') : '';
    } else {
      const lead = start === end ? ended(at === 0 && out === '' ? '' : '\n') : raw.slice(from, start);
      const tail = start === end ? ended(isLast ? '\n' : '\n\n') : raw.slice(end, to);
      places.push([out.length + lead.length, out.length + lead.length + ended(text).length]);
      out += lead + ended(text) + tail;
    }
  }
  return { raw: out, head: [head?.[0] ?? 0, headEnd], sections: places };
}

/** The lines of front matter of an edited page with one more change, and their fields. Lines end in \n. */
export function withHeadMended(
  raw: string,
  page: string,
  edit: PageEdit,
  { from, to, text }: { from: number; to: number; text: string },
): Pick<PageText, 'fields' | 'fault'> & { head: string } {
  const edited = withEdit(lf(raw), page, edit);
  const before = edited.raw.slice(...edited.head);
  const head = before.slice(0, from) + text + before.slice(to);
  const { fields, fault } = readPageText(`---\n${head}\n---\n`);
  return { head, fields, fault };
}

/** A text without the empty lines around it. */
const outer = (text: string) => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
const lf = (text: string) => text.replaceAll('\r\n', '\n');

interface Cut {
  /** Between the marks; null without front matter */
  head: [start: number, end: number] | null;
  bodyStart: number;
  /** A section is from `from` to before `to`; its text without empty lines from `start` to before `end` */
  sections: { id: string; heading: string; from: number; start: number; end: number; to: number }[];
}

function cut(raw: string): Cut {
  const { bodyLine } = parseSource(raw);
  const lines = raw.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const at = (line: number) => Math.min(starts[line - 1] ?? raw.length, raw.length);
  const bodyStart = at(bodyLine);
  const headings = headingsOf(raw).filter(({ depth, line }) => depth === 2 && line >= bodyLine);
  const begins = [{ id: '', heading: '', line: bodyLine }, ...headings];
  const head: Cut['head'] =
    bodyLine > 1 ? [at(2), Math.max(at(2), at(bodyLine - 1) - (raw[at(bodyLine - 1) - 2] === '\r' ? 2 : 1))] : null;
  return {
    head,
    bodyStart,
    sections: begins.map(({ id, heading, line }, index) => {
      const from = index === 0 ? bodyStart : at(line);
      const next = begins[index + 1];
      const to = next ? at(next.line) : raw.length;
      const text = raw.slice(from, to);
      const start = from + (/^(?:[ \t]*\r?\n)*/.exec(text)?.[0].length ?? 0);
      const end = Math.max(start, from + text.trimEnd().length);
      return { id, heading, from, start: Math.min(start, to), end: Math.min(end, to), to };
    }),
  };
}

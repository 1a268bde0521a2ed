/**
 * Writes and reads XLIFF 2.1 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/os/xliff-core-v2.1-os.html) and, for tools
 * that know no other such as Weblate, 1.2 (https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html): one segment a unit,
 * markup as protected inline codes, in 2.1 with their text in originalData, in 1.2 in equiv-text.
 */
// The standards' names: cspell:ignore resegment resname
import { type Code, type Inline, joined } from './units.ts';
import {
  all,
  attributesOf,
  type Element,
  ExchangeFault,
  elementsIn,
  escaped,
  localName,
  textOf,
  treeOf,
} from './xml.ts';

export const VERSIONS = ['2.1', '1.2'] as const;
export type Version = (typeof VERSIONS)[number];
const NAMESPACES = { '2.1': 'urn:oasis:names:tc:xliff:document:2.0', '1.2': 'urn:oasis:names:tc:xliff:document:1.2' };

export interface Note {
  category: string;
  text: string;
}

/** Each as XLIFF 2.1 names it, and as 1.2 does */
const STATES = {
  initial: 'needs-translation',
  translated: 'translated',
  reviewed: 'signed-off',
  final: 'final',
} as const;
export type State = keyof typeof STATES;

export interface XliffUnit {
  /** Unique in its file */
  name: string;
  notes: Note[];
  state: State;
  source: Inline[];
  /** Null if it is not translated */
  target: Inline[] | null;
}

export interface XliffFile {
  /** The text: 'pages/service/bonds' */
  original: string;
  notes: Note[];
  units: XliffUnit[];
}

export interface Xliff {
  srcLang: string;
  trgLang: string;
  files: XliffFile[];
}

export function writeXliff(xliff: Xliff, version: Version = '2.1'): string {
  const { srcLang, trgLang, files } = xliff;
  const is2 = version === '2.1';
  const langs = is2 ? { srcLang, trgLang } : null;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff${attributesOf({ xmlns: NAMESPACES[version], version, ...langs })}>`,
    ...files.flatMap((file, index) => (is2 ? writeFile(file, `f${index + 1}`) : writeFile12(file, xliff))),
    '</xliff>\n',
  ].join('\n');
}

const writeFile = ({ original, notes, units }: XliffFile, id: string): string[] => [
  `<file${attributesOf({ id, original, canResegment: 'no', 'xml:space': 'preserve' })}>`,
  ...notesIn(notes),
  ...units.flatMap((unit, at) => writeUnit(unit, `u${at + 1}`)),
  '</file>',
];

const writeFile12 = ({ original, notes, units }: XliffFile, { srcLang, trgLang }: Xliff): string[] => [
  `<file${attributesOf({ original, 'source-language': srcLang, 'target-language': trgLang, datatype: 'plaintext', 'xml:space': 'preserve' })}>`,
  ...(notes.length > 0 ? ['<header>', ...notes.map(note12), '</header>'] : []),
  '<body>',
  ...units.flatMap(writeUnit12),
  '</body>',
  '</file>',
];

/** A text with its tags as XLIFF 1.2 has them. */
export const inlineXml = (content: readonly Inline[]): string =>
  content
    .map((line) => {
      if (typeof line === 'string') return escaped(line);
      const { id, open, inside } = line;
      const attributes = attributesOf({ id, 'equiv-text': open });
      return inside ? `<g${attributes}>${inlineXml(inside)}</g>` : `<x${attributes}/>`;
    })
    .join('');

/** Reads such a text; `name` is what faults call it. Throws an ExchangeFault. */
export function readInline(xml: string, name: string): Inline[] {
  const [whole, ...others] = treeOf(`<a>${xml}</a>`).inside;
  if (typeof whole !== 'object' || others.length > 0) throw new ExchangeFault(`${name}: a tag closes another one`);
  return contentOf(whole, name);
}

function writeUnit12({ name, notes, state, source, target }: XliffUnit): string[] {
  const approved = state === 'reviewed' || state === 'final' ? 'yes' : 'no';
  return [
    `<trans-unit${attributesOf({ id: name, resname: name, approved })}>`,
    `<source>${inlineXml(source)}</source>`,
    ...(target ? [`<target${attributesOf({ state: STATES[state] })}>${inlineXml(target)}</target>`] : []),
    ...notes.map(note12),
    '</trans-unit>',
  ];
}

const note12 = ({ category, text }: Note) => `<note${attributesOf({ from: category })}>${escaped(text)}</note>`;

function notesIn(notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ category, text }) => `<note category="${escaped(category)}">${escaped(text)}</note>`);
  return ['<notes>', ...lines, '</notes>'];
}

function writeUnit({ name, notes, state, source, target }: XliffUnit, id: string): string[] {
  const data = new Map<string, string>();
  const dataOf = (text: string) => {
    const known = data.get(text) ?? `d${data.size + 1}`;
    data.set(text, known);
    return known;
  };
  const inline = (content: readonly Inline[]): string =>
    content
      .map((line) => {
        if (typeof line === 'string') return escaped(line);
        const { id: code, open, close, inside } = line;
        const fixed = `id="${escaped(code)}" canCopy="no" canDelete="no"`;
        if (!inside) return `<ph ${fixed} dataRef="${dataOf(open)}"/>`;
        return `<pc ${fixed} dataRefStart="${dataOf(open)}" dataRefEnd="${dataOf(close)}">${inline(inside)}</pc>`;
      })
      .join('');
  const [from, to] = [inline(source), target && inline(target)];
  const originalData = [...data].map(([text, of]) => `<data id="${of}">${escaped(text)}</data>`);
  return [
    `<unit id="${id}" name="${escaped(name)}">`,
    ...notesIn(notes),
    ...(originalData.length > 0 ? ['<originalData>', ...originalData, '</originalData>'] : []),
    `<segment state="${state}">`,
    `<source>${from}</source>`,
    ...(to === null ? [] : [`<target>${to}</target>`]),
    '</segment>',
    '</unit>',
  ];
}

/** Throws an ExchangeFault if it is no XLIFF. What tags stand for is left empty: that comes from our own files. */
export function readXliff(xml: string): Xliff {
  const root = elementsIn(treeOf(xml))[0];
  const { srcLang = '', trgLang = '', version = '' } = root?.attributes ?? {};
  if (!root || localName(root) !== 'xliff' || !/^(?:2\.|1\.2$)/.test(version))
    throw new ExchangeFault(`expected an <xliff> of version 2 or 1.2; save the file as XLIFF ${VERSIONS.join(' or ')}`);
  const files = all(root, 'file');
  if (version.startsWith('2.')) return { srcLang, trgLang, files: files.map(readFile) };
  const onlyLang = (what: string, langs: readonly (string | undefined)[]): string => {
    const [lang = '', ...others] = new Set(langs);
    if (others.length > 0) throw new ExchangeFault(`its files have several ${what}: ${[lang, ...others].join(', ')}`);
    return lang;
  };
  const from = onlyLang(
    'source languages',
    files.map(({ attributes }) => attributes['source-language']),
  );
  const to = onlyLang(
    'target languages',
    files.map(({ attributes }) => attributes['target-language']),
  );
  return { srcLang: from, trgLang: to, files: files.map(readFile12) };
}

const readFile = (file: Element): XliffFile => ({
  original: file.attributes.original ?? '',
  notes: named(file, 'notes').flatMap(readNotes),
  units: all(file, 'unit').map(readUnit),
});

const readNotes = (notes: Element): Note[] =>
  all(notes, 'note').map((note) => ({ category: note.attributes.category ?? '', text: textOf(note) }));

const readFile12 = (file: Element): XliffFile => ({
  original: file.attributes.original ?? '',
  notes: named(file, 'header').flatMap(readNotes12),
  units: all(file, 'trans-unit').map(readUnit12),
});

const readNotes12 = (element: Element): Note[] =>
  named(element, 'note').map((note) => ({ category: note.attributes.from ?? '', text: textOf(note) }));

function readUnit12(unit: Element): XliffUnit {
  const name = unit.attributes.id ?? '';
  const [from, to] = ['source', 'target'].map((part) => named(unit, part)[0]);
  const [source, target] = [from ? contentOf(from, name) : [], to ? contentOf(to, name) : []];
  const state = (Object.keys(STATES) as State[]).find((state) => STATES[state] === to?.attributes.state);
  return {
    name,
    notes: readNotes12(unit),
    state: state ?? 'initial',
    source,
    // Tools write an empty one where nothing is translated.
    target: to && (target.length > 0 || source.length === 0) ? target : null,
  };
}

/** The elements of this name right in another one. */
const named = (element: Element, name: string) => elementsIn(element).filter((inside) => localName(inside) === name);

/** A unit that a tool has split into segments is joined again. */
function readUnit(unit: Element): XliffUnit {
  const name = unit.attributes.name ?? '';
  const pieces = elementsIn(unit).filter((element) => ['segment', 'ignorable'].includes(localName(element)));
  const source: Inline[] = [];
  const target: Inline[] = [];
  let isWhole = true;
  for (const piece of pieces) {
    const [from, to] = ['source', 'target'].map((part) => named(piece, part)[0]);
    const content = from ? contentOf(from, name) : [];
    source.push(...content);
    const isSpace = localName(piece) === 'ignorable';
    if (to) target.push(...contentOf(to, name));
    else if (isSpace) target.push(...content);
    else isWhole = false;
  }
  const state = (pieces.find((piece) => piece.attributes.state)?.attributes.state ?? 'initial') as State;
  const whole = joined(target);
  return {
    name,
    notes: named(unit, 'notes').flatMap(readNotes),
    state,
    source: joined(source),
    target: isWhole && (whole.length > 0 || source.length === 0) ? whole : null,
  };
}

/** Texts and codes; <sc> and <ec>, in 1.2 <bx> and <ex>, which some tools write, become the pair that they are. */
function contentOf(element: Element, unit: string): Inline[] {
  const top: Inline[] = [];
  const open: { id: string; into: Inline[] }[] = [{ id: '', into: top }];
  const into = () => open.at(-1)?.into ?? top;
  const add = (code: Code) => into().push(code);
  for (const node of element.inside) {
    if (typeof node === 'string') {
      into().push(node);
      continue;
    }
    const { id = '', rid = id, startRef = rid, hex = '' } = node.attributes;
    const name = localName(node);
    if (name === 'ph' || name === 'x') add({ id, open: '', close: '', inside: null });
    else if (name === 'pc' || name === 'g') add({ id, open: '', close: '', inside: contentOf(node, unit) });
    else if (name === 'sc' || name === 'bx') {
      const inside: Inline[] = [];
      add({ id, open: '', close: '', inside });
      open.push({ id: rid, into: inside });
    } else if (name === 'ec' || name === 'ex') {
      if (open.pop()?.id !== startRef || open.length === 0)
        throw new ExchangeFault(`unit ${unit}: a tag closes another one`);
    } else if (name === 'cp') into().push(String.fromCodePoint(Number.parseInt(hex, 16)));
    else if (name === 'mrk') into().push(...contentOf(node, unit));
    else if (!['sm', 'em'].includes(name)) throw new ExchangeFault(`unit ${unit}: <${node.name}> is not known`);
  }
  if (open.length > 1) throw new ExchangeFault(`unit ${unit}: a tag is not closed`);
  return joinedDeep(top);
}

const joinedDeep = (content: readonly Inline[]): Inline[] =>
  joined(content).map((inline) =>
    typeof inline === 'string' || !inline.inside ? inline : { ...inline, inside: joinedDeep(inline.inside) },
  );

/** The same text with the markup of these codes, by their ids. Codes without one are left empty. */
export function withMarkup(content: readonly Inline[], codes: readonly Code[]): Inline[] {
  const known = new Map(codes.map((code) => [code.id, code]));
  return content.map((inline) => {
    if (typeof inline === 'string') return inline;
    const { open = '', close = '' } = known.get(inline.id) ?? {};
    return { ...inline, open, close, inside: inline.inside && withMarkup(inline.inside, codes) };
  });
}

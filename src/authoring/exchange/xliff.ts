/**
 * Writes and reads XLIFF 2.1 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/os/xliff-core-v2.1-os.html): one segment a
 * unit, markup as protected inline codes with their text in originalData.
 */
// The standard's name for it: cspell:ignore resegment
import { Parser } from 'htmlparser2';
import { type Code, type Inline, joined } from './units.ts';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';

export interface Note {
  category: string;
  text: string;
}

export type State = 'initial' | 'translated' | 'reviewed' | 'final';

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

const REFERENCES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
/** Line ends of Windows and tabs would not come back as they are without references. */
const escaped = (text: string) =>
  text.replace(/[&<>"\r\t]/g, (character) => REFERENCES.get(character) ?? `&#${character.charCodeAt(0)};`);

export function writeXliff({ srcLang, trgLang, files }: Xliff): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="2.1" srcLang="${escaped(srcLang)}" trgLang="${escaped(trgLang)}">`,
    ...files.flatMap(({ original, notes, units }, index) => [
      `<file id="f${index + 1}" original="${escaped(original)}" canResegment="no" xml:space="preserve">`,
      ...notesIn(notes),
      ...units.flatMap((unit, at) => writeUnit(unit, `u${at + 1}`)),
      '</file>',
    ]),
    '</xliff>\n',
  ].join('\n');
}

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
  const kept = [...data].map(([text, of]) => `<data id="${of}">${escaped(text)}</data>`);
  return [
    `<unit id="${id}" name="${escaped(name)}">`,
    ...notesIn(notes),
    ...(kept.length > 0 ? ['<originalData>', ...kept, '</originalData>'] : []),
    `<segment state="${state}">`,
    `<source>${from}</source>`,
    ...(to === null ? [] : [`<target>${to}</target>`]),
    '</segment>',
    '</unit>',
  ];
}

/** Why a file cannot be read. */
export class XliffFault extends Error {}

/** The text of a file, which tools write as UTF-8 or as UTF-16. Throws a XliffFault if it is neither. */
export function decodeXliff(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XliffFault('the file is neither UTF-8 nor UTF-16: save it as UTF-8');
  }
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  /** Texts and elements in order */
  inside: (string | Element)[];
}

/** The tree of an XML text. Throws a XliffFault unless every tag is closed. */
function treeOf(xml: string): Element {
  const top: Element = { name: '', attributes: {}, inside: [] };
  const open = [top];
  const fault = (what: string) => new XliffFault(`the file is no whole XML: ${what}`);
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw fault('it has a DOCTYPE');
  let begun = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, inside: [] };
        open.at(-1)?.inside.push(element);
        open.push(element);
        begun = parser.startIndex;
      },
      ontext: (text) => void open.at(-1)?.inside.push(text),
      onclosetag(name, isImplied) {
        // <ph/> closes itself, at the place where it began.
        if (isImplied && parser.startIndex !== begun) throw fault(`<${name}> is not closed`);
        open.pop();
      },
      onerror(error) {
        throw fault(error.message);
      },
    },
    { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(xml.replace(/^\uFEFF/, ''));
  return top;
}

const elementsIn = ({ inside }: Element) => inside.filter((node) => typeof node !== 'string');
const all = (element: Element, name: string): Element[] =>
  elementsIn(element).flatMap((element) => (localName(element) === name ? [element] : all(element, name)));
const localName = ({ name }: Element) => name.replace(/^.*:/, '');
const textOf = ({ inside }: Element): string =>
  inside.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');

/** Throws a XliffFault if it is no XLIFF 2. What tags stand for is left empty: that comes from our own files. */
export function readXliff(xml: string): Xliff {
  const root = elementsIn(treeOf(xml))[0];
  const { srcLang = '', trgLang = '', version = '' } = root?.attributes ?? {};
  if (!root || localName(root) !== 'xliff' || !version.startsWith('2.'))
    throw new XliffFault(`expected an <xliff> of version 2; save the file as XLIFF 2.1`);
  const files = all(root, 'file').map((file): XliffFile => {
    const notes = elementsIn(file).filter((element) => localName(element) === 'notes');
    return {
      original: file.attributes.original ?? '',
      notes: notes.flatMap(readNotes),
      units: all(file, 'unit').map(readUnit),
    };
  });
  return { srcLang, trgLang, files };
}

const readNotes = (notes: Element): Note[] =>
  all(notes, 'note').map((note) => ({ category: note.attributes.category ?? '', text: textOf(note) }));

/** A unit that a tool has split into segments is joined again. */
function readUnit(unit: Element): XliffUnit {
  const name = unit.attributes.name ?? '';
  const pieces = elementsIn(unit).filter((element) => ['segment', 'ignorable'].includes(localName(element)));
  const source: Inline[] = [];
  const target: Inline[] = [];
  let isWhole = true;
  for (const piece of pieces) {
    const [from, to] = ['source', 'target'].map((part) =>
      elementsIn(piece).find((element) => localName(element) === part),
    );
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
    notes: elementsIn(unit)
      .filter((element) => localName(element) === 'notes')
      .flatMap(readNotes),
    state,
    source: joined(source),
    target: isWhole && (whole.length > 0 || source.length === 0) ? whole : null,
  };
}

/** Texts and codes; <sc> and <ec>, which some tools write, become the pair that they are. */
function contentOf(element: Element, unit: string): Inline[] {
  const top: Inline[] = [];
  const open: { id: string; into: Inline[] }[] = [{ id: '', into: top }];
  const into = () => open.at(-1)?.into ?? top;
  const add = (code: Code) => into().push(code);
  for (const one of element.inside) {
    if (typeof one === 'string') {
      into().push(one);
      continue;
    }
    const { id = '', startRef = '', hex = '' } = one.attributes;
    const name = localName(one);
    if (name === 'ph') add({ id, open: '', close: '', inside: null });
    else if (name === 'pc') add({ id, open: '', close: '', inside: contentOf(one, unit) });
    else if (name === 'sc') {
      const inside: Inline[] = [];
      add({ id, open: '', close: '', inside });
      open.push({ id, into: inside });
    } else if (name === 'ec') {
      if (open.pop()?.id !== startRef || open.length === 0)
        throw new XliffFault(`unit ${unit}: a tag closes another one`);
    } else if (name === 'cp') into().push(String.fromCodePoint(Number.parseInt(hex, 16)));
    else if (name === 'mrk') into().push(...contentOf(one, unit));
    else if (!['sm', 'em'].includes(name)) throw new XliffFault(`unit ${unit}: <${one.name}> is not known`);
  }
  if (open.length > 1) throw new XliffFault(`unit ${unit}: a tag is not closed`);
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

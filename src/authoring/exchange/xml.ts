/** What the formats of translators' tools share: XML that is written and read as it is. */
import { Parser } from 'htmlparser2';

/** Why a file cannot be written or read. */
export class ExchangeFault extends Error {}

const REFERENCES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
/** All that XML 1.0 cannot hold, not even as a reference. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** A text in XML. Line ends of Windows and tabs would not come back as they are without references. */
export function escaped(text: string): string {
  const [wrong] = NO_CHARACTER.exec(text) ?? [];
  if (wrong !== undefined) {
    const code = wrong.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new ExchangeFault(`“${text.slice(0, 60)}” holds U+${code}, which XML cannot hold: remove it from the text`);
  }
  return text.replace(/[&<>"\r\t]/g, (character) => REFERENCES.get(character) ?? `&#${character.charCodeAt(0)};`);
}

/** Attributes as they stand in a tag; those without a value are left out. */
export const attributesOf = (values: Readonly<Record<string, string | null>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
    .join('');

export interface Element {
  name: string;
  attributes: Record<string, string>;
  /** Texts and elements in order */
  inside: (string | Element)[];
}

/** The text of a file, which tools write as UTF-8 or as UTF-16. Throws an ExchangeFault if it is neither. */
export function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExchangeFault('the file is neither UTF-8 nor UTF-16: save it as UTF-8');
  }
}

/** The tree of an XML text. Throws an ExchangeFault unless every tag is closed. */
export function treeOf(xml: string): Element {
  const top: Element = { name: '', attributes: {}, inside: [] };
  const open = [top];
  const fault = (what: string) => new ExchangeFault(`the file is no whole XML: ${what}`);
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

/** Without the prefix of a namespace */
export const localName = ({ name }: Element) => name.replace(/^.*:/, '');
export const elementsIn = ({ inside }: Element) => inside.filter((node) => typeof node !== 'string');
/** The outermost elements of this name. */
export const all = (element: Element, name: string): Element[] =>
  elementsIn(element).flatMap((element) => (localName(element) === name ? [element] : all(element, name)));
export const textOf = ({ inside }: Element): string =>
  inside.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');

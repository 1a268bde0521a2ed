/** What the English section has and its translation lacks: what is the same in every language. */

import { type Known, termOf } from '../../authoring/checks/rule.ts';
import { tablesOf } from '../../authoring/checks/translation/parity.ts';
import { COMPONENTS } from '../../authoring/components.ts';
import { asWritten } from '../../authoring/parity/blockParity.ts';
import { compareNumbers } from '../../authoring/parity/numberParity.ts';
import {
  attributeOf,
  type Element,
  isElement,
  isInLocal,
  type Node,
  parseMdx,
  walk,
} from '../../authoring/reading/mdx.ts';
import { OBJECT, readPage } from '../../authoring/reading/passages.ts';
import { mainTerm } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { titleOf } from './insertable.ts';

export interface MissingOffer {
  kind: 'tag' | 'link' | 'code' | 'number' | 'value';
  /** What the English section has */
  english: string;
  /** What is inserted */
  text: string;
}

/** What the English section has more often than this one: tags, links, code, values in summaries, numbers. */
export function missingOffers(known: Known, locale: Locale, english: string, translation: string): MissingOffer[] {
  const left = piecesIn(translation).map(({ key }) => key);
  const isLocalFact = tablesOf(known).isLocal;
  const pieces = piecesIn(english).filter(({ key, fact }) => {
    const at = left.indexOf(key);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && !isLocalFact(fact);
  });
  const { lost } = compareNumbers(
    [numbersText(english, DEFAULT_LOCALE), DEFAULT_LOCALE],
    [numbersText(translation, locale), locale],
    false,
  );
  const numbers = new Map(lost.map((quantity) => [asWritten([quantity]).join(), quantity]));
  const missing = [
    ...pieces.map(({ kind, text, term, link }): MissingOffer => {
      const word = term && termOf(known, term, locale);
      const title = link && titleOf(known, locale, link);
      const inserted = word ? `<Term id="${term}">${mainTerm(word.term)}</Term>` : title ? `[${title}](${link})` : text;
      return { kind, english: text, text: inserted };
    }),
    ...[...numbers].map(([shown, { value, sign, unit, text, inWords }]): MissingOffer => {
      const number = sign + (inWords ? value : text);
      return { kind: 'number', english: shown, text: unit === '%' && !/[%％]/.test(number) ? `${number}%` : number };
    }),
  ];
  // What is missing twice is offered once, and again when one is there.
  return missing.filter(({ english: words }, at) => missing.findIndex((offer) => offer.english === words) === at);
}

const numbersText = (raw: string, locale: Locale) =>
  readPage({ file: '', locale, name: '', raw })
    .passages.map(({ text }) => text.replaceAll(OBJECT, ' '))
    .join('\n');

interface SharedPiece {
  kind: MissingOffer['kind'];
  /** The same in every language */
  key: string;
  /** As written */
  text: string;
  fact: string;
  term?: string;
  link?: string;
}

/** What is the same in every language, without what is in <Local>. */
function piecesIn(raw: string): SharedPiece[] {
  const seen = new Set<string>();
  return walk(parseMdx(raw).root).flatMap(({ node, around }): SharedPiece[] => {
    if (isInLocal([...around, node])) return [];
    const text = raw.slice(node.position?.start.offset, node.position?.end.offset);
    if (node.type === 'link') return [{ kind: 'link', key: node.url, text, fact: '', link: node.url }];
    if (node.type === 'inlineCode') return [{ kind: 'code', key: text, text, fact: '' }];
    const piece = isElement(node) ? tagPiece(node, text) : null;
    if (!piece) return [];
    // A term is marked once.
    if (piece.term && seen.has(piece.key)) return [];
    seen.add(piece.key);
    return [piece, ...valuesIn(node, text)];
  });
}

function tagPiece(node: Element, text: string): SharedPiece | null {
  const name = node.name ?? '';
  const row = lookUp(COMPONENTS, name);
  if (!row) return null;
  const ids = Object.entries(row.attributes).flatMap(([attribute, holds]) =>
    holds === 'words' || holds === 'summary' ? [] : [`${attribute}=${attributeOf(node, attribute)}`],
  );
  const id = attributeOf(node, 'id') ?? '';
  const fact = name === 'Fact' ? id : '';
  return { kind: 'tag', key: [name, ...ids].join(' '), text, fact, ...(name === 'Term' && { term: id }) };
}

/** The values between { } in the summary of a drawing. */
function valuesIn(node: Node, text: string): SharedPiece[] {
  const summary = isElement(node) ? attributeOf(node, 'summary') : null;
  const all = summary && text.startsWith('<Figure') ? [...new Set(summary.match(/\{\w+\}/g))] : [];
  return all.map((value) => ({ kind: 'value', key: value, text: value, fact: '' }));
}

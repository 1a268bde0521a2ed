/**
 * Writes the glossary in English and one other language as TBX-Basic (ISO 30042:2008), which translators' tools read: one
 * entry a term, its definitions, its other names, and the words that the rules refuse.
 */
// The standard's names: cspell:ignore martif descrip XCSURI TBXBasicXCSV admn
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { mainTerm, otherTerm } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { COMPANY } from '../../site.ts';
import { readKnown, termOf } from '../checks/rule.ts';
import { attributesOf, escaped } from './xml.ts';

/** The TBX of the terms in English and a language. */
export function exportTerms(locale: Locale, dir = CONTENT_DIR): { tbx: string; count: number } {
  const known = readKnown(dir);
  const ids = Object.keys(known.glossary);
  const locales: Locale[] = [DEFAULT_LOCALE, locale];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<martif${attributesOf({ type: 'TBX-Basic', 'xml:lang': LOCALES[DEFAULT_LOCALE].lang })}>`,
    '<martifHeader>',
    `<fileDesc><sourceDesc><p>${escaped(COMPANY)}: content/glossary.yml</p></sourceDesc></fileDesc>`,
    '<encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc>',
    '</martifHeader>',
    '<text>',
    '<body>',
    ...ids.flatMap((id) => [
      `<termEntry${attributesOf({ id })}>`,
      ...locales.flatMap((of) => languageOf(of, termOf(known, id, of))),
      '</termEntry>',
    ]),
    '</body>',
    '</text>',
    '</martif>\n',
  ];
  return { tbx: lines.join('\n'), count: ids.length };
}

function languageOf(locale: Locale, words: ReturnType<typeof termOf>): string[] {
  if (!words) return [];
  const { term, definition, avoid = [] } = words;
  const other = otherTerm(term);
  return [
    `<langSet${attributesOf({ 'xml:lang': LOCALES[locale].lang })}>`,
    `<descripGrp><descrip type="definition">${escaped(definition)}</descrip></descripGrp>`,
    named(mainTerm(term), 'preferred'),
    ...(other ? [named(other, 'admitted')] : []),
    ...avoid.map((word) => named(word, 'deprecated')),
    '</langSet>',
  ];
}

const named = (word: string, status: string) =>
  `<tig><term>${escaped(word)}</term><termNote type="administrativeStatus">${status}Term-admn-sts</termNote></tig>`;

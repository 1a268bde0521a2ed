/** The pieces of a section, each with its place in the translation and what like ones were translated to. */
import { alike } from '../../authoring/exchange/exportPages.ts';
import { rawOf, type Unit, unitsOf } from '../../authoring/exchange/units.ts';
import { type Match, type Memory, sentences } from './earlierTexts.ts';

export interface PieceOffer {
  english: string;
  /** Its place in the translation; null if that does not have it */
  place: { from: number; to: number } | null;
  /** True if the words there are still the English ones */
  isEnglish: boolean;
  matches: Match[];
}

/** As many renderings are shown of one piece. */
const MOST = 4;

export function pieceOffers(english: string, translation: string, find: Memory['find']): PieceOffer[] {
  const [units, translatedUnits] = [unitsOf(english), unitsOf(translation)];
  const beside = alike(units, translatedUnits);
  return units.map((unit) => {
    const words = wordsOf(unit);
    const translatedUnit = beside.get(unit);
    const inEnglish = translatedUnit !== undefined && wordsOf(translatedUnit) === words;
    return {
      english: words,
      place: translatedUnit ? { from: translatedUnit.from, to: translatedUnit.to } : null,
      isEnglish: inEnglish,
      matches: matchesOf(words, find).filter((match) => !translation.includes(match.own)),
    };
  });
}

export const wordsOf = ({ content }: Unit) => rawOf(content).trim();

/** Of the whole piece, and of each of its sentences, the likest first. */
function matchesOf(words: string, find: Memory['find']): Match[] {
  const parts = sentences(words, 'en');
  const all = [words, ...(parts.length > 1 ? parts : [])].flatMap((part) => find(part).slice(0, MOST));
  const found = all.toSorted((a, b) => b.like - a.like);
  return found.filter(({ own }, at) => found.findIndex((match) => match.own === own) === at).slice(0, MOST);
}

/** Japanese terms that have another word now, and still the reading of the old one. */
import { readYaml } from '../../catalogue/yaml.ts';
import { lookUp } from '../../lookUp.ts';

export interface OldReading {
  /** Of the term in the glossary */
  id: string;
  term: string;
  reading: string;
}

/** Those between two texts of the glossary. */
export function oldReadings(before: string, after: string): OldReading[] {
  const earlier = termsIn(before);
  return Object.entries(termsIn(after)).flatMap(([id, { ja }]) => {
    const was = lookUp(earlier, id)?.ja;
    if (!ja?.reading || !was || ja.term === was.term || ja.reading !== was.reading) return [];
    return [{ id, term: ja.term, reading: ja.reading }];
  });
}

type Terms = Record<string, { ja?: { term: string; reading?: string } }>;
const termsIn = (text: string) => Object(readYaml(text).value ?? {}) as Terms;

/** The trading terms of content/glossary.yml, for pages and the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Glossary, glossarySchema, mainTerm, writtenTerms } from './schemas.ts';

/**
 * The terms by id. Throws if `npm run content` finds a fault in the file. `asWritten`: while editors write, a term may be
 * unfinished, and is left out.
 */
export function readGlossary(dir: string, asWritten = false): Glossary {
  const table: unknown = parse(readFileSync(join(dir, 'glossary.yml'), 'utf8'));
  return asWritten ? writtenTerms(table) : glossarySchema.parse(table);
}

/** The names of a term: '點差（買賣價差）' has two. */
export const namesOf = (term: string) => [mainTerm(term), ...(/（(.+)）$/.exec(term)?.slice(1) ?? [])];

/** Legal texts are kept for ever, in every locale, in content/.versions/legal: they show what somebody accepted. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { keptFolder, type LegalFile, legalFiles, operatorFile } from '../../catalogue/legal.ts';

/** The path of the kept copy of a legal text; null if the text has no version. */
export function legalCopy({ locale, text, version }: LegalFile, dir: string): string | null {
  return version ? join(keptFolder(dir), `${text}.${locale}.${version}.mdx`) : null;
}

/** The path of the kept copy of content/operator.yml, whose facts the legal texts show. */
export function operatorCopy(asOf: string, dir: string): string {
  return join(keptFolder(dir), `operator.${asOf}.yml`);
}

/** Keeps every legal text, and content/operator.yml, unless its version is kept already. Returns the new files. */
export function keepLegalTexts(dir = CONTENT_DIR): string[] {
  const operator = operatorFile(dir);
  const wanted = [
    ...legalFiles(dir).map((legal) => ({ raw: legal.raw, copy: legalCopy(legal, dir) })),
    ...(operator ? [{ raw: operator.raw, copy: operatorCopy(operator.asOf, dir) }] : []),
  ];
  return wanted.flatMap(({ raw, copy }) => {
    if (!copy || existsSync(copy)) return [];
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, raw, { flag: 'wx' });
    return [copy];
  });
}

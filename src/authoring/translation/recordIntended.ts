/** Records that differences of a translation from its English text are meant. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import type { Locale } from '../../i18n/locales.ts';
import { readKnown } from '../checks/rule.ts';
import { comparison, isStrict } from '../checks/translation/parity.ts';
import type { Difference } from '../parity/parity.ts';
import { readPage } from '../reading/passages.ts';
import { writeIntended } from './intendedDifferences.ts';
import { Refusal } from './recordProgress.ts';
import { contentFile } from './translations.ts';

/**
 * Calls the open differences of a page meant that `choose` picks of them, and forgets what was called meant and differs
 * no more. Returns the ones that are new. Throws a Refusal for a notice, and for a page that is not written.
 */
export function recordIntended(
  locale: Locale,
  name: string,
  choose: (found: readonly Difference[]) => readonly Difference[],
  dir = CONTENT_DIR,
): Difference[] {
  const file = contentFile(locale, name, dir);
  const shown = relative(process.cwd(), file);
  if (isStrict(name)) throw new Refusal(`${name} is a notice, which says the same in every language`);
  if (!existsSync(file)) throw new Refusal(`${shown} is not written`);
  const translation = readPage({ file, locale, name, raw: readFileSync(file, 'utf8') });
  const { found, all } = comparison(readKnown(dir))(translation, true);
  const chosen = new Set(choose(found));
  const open = new Set(found.filter((difference) => !chosen.has(difference)));
  writeIntended(
    locale,
    name,
    all.filter((difference) => !open.has(difference)).map(({ key }) => key),
    dir,
  );
  return [...chosen];
}

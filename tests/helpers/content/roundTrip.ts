/** Takes pages through XLIFF and back, for tests. */
import { readFileSync } from 'node:fs';
import { exportPages, readPage, withIds } from '../../../src/authoring/exchange/exportPages.ts';
import { codesOf, replaceUnits } from '../../../src/authoring/exchange/units.ts';
import { readXliff, withMarkup } from '../../../src/authoring/exchange/xliff.ts';
import { contentFile } from '../../../src/authoring/translation/translations.ts';
import type { Locale } from '../../../src/i18n/locales.ts';

/** Each translation with every piece of it written anew from the file, beside what it was. */
export function roundTrip(locale: Locale, pages: readonly string[], dir: string) {
  return readXliff(exportPages(locale, pages, dir)).files.map(({ original, units }) => {
    const { pairs } = readPage(locale, original, dir);
    const before = readFileSync(contentFile(locale, original, dir), 'utf8');
    const placed = units.flatMap(({ name, target }) => {
      const pair = pairs.find((one) => one.name === name);
      if (!pair?.translated || !target) return [];
      const codes = [
        ...codesOf(pair.english.content),
        ...codesOf(withIds(pair.translated.content, pair.english.content)),
      ];
      return [{ unit: pair.translated, content: withMarkup(target, codes) }];
    });
    return { original, before, after: replaceUnits(before, placed), units: units.length, placed: placed.length };
  });
}

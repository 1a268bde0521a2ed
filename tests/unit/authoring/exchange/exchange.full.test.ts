/** Every page of every language goes through XLIFF and comes back byte for byte. */
import { describe, expect, it } from 'vitest';
import { exportPages } from '../../../../src/authoring/exchange/exportPages.ts';
import { importPages } from '../../../../src/authoring/exchange/importPages.ts';
import { TRANSLATED } from '../../../../src/authoring/translation/recordFiles.ts';
import { CONTENT_DIR, mdxFiles } from '../../../../src/catalogue/content.ts';
import { roundTrip } from '../../../helpers/content/roundTrip.ts';

describe.each(TRANSLATED)('%s', (locale) => {
  const pages = mdxFiles(locale);

  it('has pages that leave and come back unchanged, every piece of which is written anew', () => {
    for (const { original, before, after, placed } of roundTrip(locale, pages, CONTENT_DIR)) {
      expect(after, original).toBe(before);
      expect(placed, original).toBeGreaterThan(0);
    }
  });

  it('is imported as nothing new', () => {
    const { pages: taken } = importPages(exportPages(locale, pages));
    expect(taken.filter(({ changed, faults }) => changed > 0 || faults.length > 0)).toEqual([]);
    expect(taken).toHaveLength(pages.length);
  });
});

/** Defects planted into our own pages: each kind has to be found, in every language that has a place for it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readKnown } from '../../../../src/authoring/checks/rule.ts';
import { comparison } from '../../../../src/authoring/checks/translation/parity.ts';
import { blockSections } from '../../../../src/authoring/parity/blocks.ts';
import { readPage } from '../../../../src/authoring/reading/passages.ts';
import { TRANSLATED } from '../../../../src/authoring/translation/recordFiles.ts';
import { contentFile } from '../../../../src/authoring/translation/translations.ts';
import { isEmpty } from '../../../../src/authoring/translation/whole.ts';
import { mdxFiles } from '../../../../src/catalogue/content.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';
import { memo } from '../../../../src/memo.ts';
import { PLANTS, type Soil } from '../../../helpers/content/plantedDefects.ts';

/** Every so many pages, so that the test takes seconds; all, for a kind of which these have fewer places than FEW. */
const STEP = 4;
const FEW = 30;

const compare = comparison(readKnown('content'));
const page = (locale: Locale, name: string, raw: string) => readPage({ file: name, locale, name, raw });
const soils = memo((locale: Locale) => {
  let other: Soil | null = null;
  return mdxFiles(locale).map((name) => {
    const raw = readFileSync(contentFile(locale, name), 'utf8');
    const soil: Soil = { raw, sections: blockSections(page(locale, name, raw)), other };
    other = soil;
    return { name, soil };
  });
});

/** Whether each of every `step` pages has differences with the defect. Faults of syntax are for another rule. */
function found(locale: Locale, kind: string, step: number): boolean[] {
  const chosen = soils(locale).filter((_, at) => at % step === 0);
  return chosen.flatMap(({ name, soil }) => {
    const raw = PLANTS[kind]?.(soil) ?? null;
    if (raw === null) return [];
    const spoiled = page(locale, name, raw);
    if (spoiled.syntaxFaults.length > 0 || spoiled.fault) return [];
    return [isEmpty(spoiled.body) || compare(spoiled, false).found.length > 0];
  });
}

/** What cannot be told for sure across languages: words alone do not tell whose place they are in. */
const OFTEN =
  /^(a paragraph of another page|half a \w+|(paragraphs|items|steps|risks|rows|questions) in another order)$/;

it('there are sixty kinds of defects', () => expect(Object.keys(PLANTS).length).toBeGreaterThanOrEqual(60));

it.each(Object.keys(PLANTS))('%s', (kind) => {
  const foundBy = (step: number) => TRANSLATED.flatMap((locale) => found(locale, kind, step));
  const some = foundBy(STEP);
  const results = some.length < FEW ? foundBy(1) : some;
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(Boolean).length / results.length).toBeGreaterThanOrEqual(OFTEN.test(kind) ? 0.5 : 0.8);
});

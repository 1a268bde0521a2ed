/** The drawings that pages open with, and those like them in lessons. */
import { describe, expect, it } from 'vitest';
import { DRAWINGS } from '../../../src/authoring/components.ts';
import { type Drawing, HEIGHT, WIDTH } from '../../../src/components/drawings/heroes/drawing.ts';
import { heroOf } from '../../../src/components/drawings/heroes/heroes.ts';
import { textWidth } from '../../../src/components/drawings/lines.ts';
import { type SketchName, sketchOf } from '../../../src/components/drawings/sketches/sketches.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { DATAHUB_TABS } from '../../../src/menus.ts';
import { ROUTES } from '../../../src/routes.ts';

/**
 * Kinds of pages that open with a drawing; the fronts of the data hub open with what is new, the reference with its
 * groups, the changes of the API with the newest.
 */
const KINDS = ['article', 'lesson', 'audience', 'index', 'lookup', 'legal'];
const others: string[] = [
  ...DATAHUB_TABS.map(({ href }) => href),
  '/service/developer/reference',
  '/service/developer/changes',
];
const paths: string[] = [
  ...new Set(
    ROUTES.filter(({ kind, path }) => KINDS.includes(kind) && !others.includes(path)).map(
      ({ path, shows = path }) => shows,
    ),
  ),
];
const SKETCHES = Object.entries(DRAWINGS).flatMap(([name, kind]) => (kind === 'sketch' ? [name as SketchName] : []));
/** The size of labels in Sketch.css, in units of the drawing */
const FONT = 15;

it('differ from page to page', () => {
  const lines = paths.map((path) => JSON.stringify(heroOf(path, 'en-US')));
  expect(new Set(lines).size).toBe(paths.length);
});

/** Words of a drawing that are outside of its box, or upon others. */
function misplaced({ height = HEIGHT, labels, inside = [] }: Drawing): string[] {
  const boxes = [...labels, ...inside].map(([x, y, words, anchor]) => {
    const width = textWidth(words, FONT);
    const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor ?? 'start'];
    return { words, left, right: left + width, top: y - FONT * 0.8, bottom: y + FONT * 0.25 };
  });
  return boxes
    .filter(
      (box, index) =>
        box.left < 0 ||
        box.right > WIDTH ||
        box.top < -FONT / 4 ||
        box.bottom > height + FONT / 4 ||
        boxes.some(
          (other, at) =>
            at < index &&
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        ),
    )
    .map(({ words }) => words);
}

describe.each(LOCALE_IDS)('in %s', (locale) => {
  it.each(paths)('%s has one whose words lie in its box and not upon each other', (path) => {
    const hero = heroOf(path, locale);
    expect(hero?.caption).toBeTruthy();
    expect(hero && misplaced(hero)).toEqual([]);
  });

  it.each(SKETCHES)('the figure %s has its words in its box and not upon each other', (name) => {
    expect(misplaced(sketchOf(name, locale))).toEqual([]);
  });
});

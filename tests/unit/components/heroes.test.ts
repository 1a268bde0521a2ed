/** The drawings that pages open with. */
import { describe, expect, it } from 'vitest';
import { HEIGHT, WIDTH } from '../../../src/components/drawings/heroes/drawing.ts';
import { heroOf } from '../../../src/components/drawings/heroes/heroes.ts';
import { textWidth } from '../../../src/components/drawings/lines.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { DATAHUB_TABS, ROUTES } from '../../../src/routes.ts';

/** Kinds of pages that open with a drawing; the fronts of the data hub open with what is new. */
const KINDS = ['article', 'lesson', 'audience', 'index', 'legal'];
const fronts: string[] = DATAHUB_TABS.map(({ href }) => href);
const paths: string[] = [
  ...new Set(
    ROUTES.filter(({ kind, path }) => KINDS.includes(kind) && !fronts.includes(path)).map(
      ({ path, shows = path }) => shows,
    ),
  ),
];
/** The size of labels in Hero.css, in units of the drawing */
const FONT = 15;

it('differ from page to page', () => {
  const lines = paths.map((path) => JSON.stringify(heroOf(path, 'en-US')));
  expect(new Set(lines).size).toBe(paths.length);
});

describe.each(LOCALE_IDS)('in %s', (locale) => {
  it.each(paths)('%s has one whose words lie in its box and not upon each other', (path) => {
    const hero = heroOf(path, locale);
    expect(hero?.caption).toBeTruthy();
    const boxes = [...(hero?.labels ?? []), ...(hero?.inside ?? [])].map(([x, y, words, anchor]) => {
      const width = textWidth(words, FONT);
      const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor ?? 'start'];
      return { words, left, right: left + width, top: y - FONT * 0.8, bottom: y + FONT * 0.25 };
    });
    const outside = boxes.filter(
      ({ left, right, top, bottom }) => left < 0 || right > WIDTH || top < -FONT / 4 || bottom > HEIGHT + FONT / 4,
    );
    expect(outside).toEqual([]);
    const overlapping = boxes.filter((box, index) =>
      boxes.some(
        (other, at) =>
          at < index &&
          box.left < other.right &&
          other.left < box.right &&
          box.top < other.bottom &&
          other.top < box.bottom,
      ),
    );
    expect(overlapping).toEqual([]);
  });
});

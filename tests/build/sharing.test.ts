/** The pictures that networks show with a link: every page names its own, and no character is a box. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Renderer } from 'takumi-js/node';
import { describe, expect, it } from 'vitest';
import { fontsOf } from '../../src/components/sharing/fonts.ts';
import { KEPT } from '../../src/components/sharing/picture.ts';
import { isEastAsian } from '../../src/i18n/conventions.ts';
import { DEFAULT_LOCALE, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { ancestors } from '../../src/routes.ts';
import { COMPANY } from '../../src/site.ts';
import { UNTRANSLATED, UNTRANSLATED_ARTICLE } from '../helpers/builds.ts';
import { isItemPage, metas, only, type Page, pageAt, pageWords, routePages, site, textOf } from '../helpers/dist.ts';

const built = site();
const pictures = [...built.files].filter((file) => /^_astro\/card\..*\.png$/.test(file));
const pictureOf = (page: Page, { settings } = built) => {
  const [address = ''] = metas(page, 'og:image');
  return address.slice(settings.SITE_URL.length + 1);
};
const altOf = (page: Page) => metas(page, 'og:image:alt').join();

describe('the picture of a page', () => {
  it('is one of those drawn, of 1200 × 630, and shown large', () => {
    for (const page of built.pages) {
      expect(pictures, page.file).toContain(pictureOf(page));
      expect(metas(page, 'og:image:width'), page.file).toEqual(['1200']);
      expect(metas(page, 'og:image:height'), page.file).toEqual(['630']);
      expect(metas(page, 'twitter:card'), page.file).toEqual(['summary_large_image']);
    }
    expect(pictures.toSorted()).toEqual([...new Set(built.pages.map((page) => pictureOf(page)))].sort());
  });

  it('says the company and the heading of the page; for items, what kind they are', () => {
    for (const { route, locale, page } of routePages(built)) {
      const { title, heading = title } = pageWords('site', route, locale);
      const above = ancestors(route).at(-1);
      const said = route.kind !== 'shell' ? heading : above ? translator(locale)(above.label) : title;
      expect(altOf(page).startsWith(COMPANY), page.file).toBe(true);
      expect(altOf(page).endsWith(` · ${said}`), `${page.file}: ${altOf(page)}`).toBe(true);
    }
    for (const page of built.pages.filter(isItemPage)) {
      expect(altOf(page).endsWith(` · ${textOf(only(page.document, 'h1'))}`), page.file).toBe(true);
    }
  });

  it('is another for other words, and the same for the same', () => {
    const language = ({ locale }: Page) => (isEastAsian(locale) ? locale : DEFAULT_LOCALE);
    const said = new Map(built.pages.map((page) => [`${language(page)} ${altOf(page)}`, pictureOf(page)]));
    expect(new Set(said.values()).size).toBe(said.size);
    expect(pictures).toHaveLength(said.size);
    const drawn = pictures.map((file) =>
      createHash('sha256')
        .update(readFileSync(join(built.dir, file)))
        .digest('hex'),
    );
    expect(new Set(drawn).size).toBe(pictures.length);
  });

  it('is kept, so that the next build draws none', () => {
    for (const file of pictures) {
      expect(readFileSync(join(KEPT, basename(file))).equals(readFileSync(join(built.dir, file))), file).toBe(true);
    }
  });

  it('weighs little: 20 kB on average', () => {
    const bytes = pictures.map((file) => readFileSync(join(built.dir, file)).length);
    expect(bytes.reduce((sum, size) => sum + size, 0) / bytes.length).toBeLessThan(20_000);
  });

  it('has no boxes: takumi draws every character as a glyph', async () => {
    const renderer = new Renderer();
    const characters = new Map<Locale, Set<string>>();
    for (const page of built.pages) {
      const known = characters.get(page.locale) ?? new Set();
      for (const character of altOf(page)) if (/\S/.test(character)) known.add(character);
      characters.set(page.locale, known);
    }
    for (const [locale, known] of characters) {
      const fonts = fontsOf([...known].join(''), locale);
      const draw = async (text: string) => {
        const style = { width: '100%', height: '100%', backgroundColor: 'white', fontSize: 40 };
        const pixels = await renderer.render(
          { type: 'text', text, style },
          { width: 64, height: 64, format: 'raw', fonts },
        );
        return createHash('sha256').update(pixels).digest('hex');
      };
      // A character of private use, and none.
      const missing = [await draw('\u{10fffd}'), await draw('')];
      const boxes: string[] = [];
      for (const character of known) if (missing.includes(await draw(character))) boxes.push(character);
      expect(boxes, locale).toEqual([]);
    }
  });
});

it('a page without a translation has the picture of the English page', () => {
  const fallback = site('fallback');
  const paths = [
    ...UNTRANSLATED.map((page) => page.replace(/\/index$/, '')),
    `support/anserpage/${UNTRANSLATED_ARTICLE}`,
  ];
  for (const path of paths) {
    const [english, shown] = ([DEFAULT_LOCALE, 'ja'] as const).map((locale) =>
      pictureOf(pageAt(fallback, localize(`/${path}`, locale)), fallback),
    );
    expect(fallback.files).toContain(english);
    expect(shown).toBe(english);
  }
});

/** The pictures that networks show with a link to a page: what they say, that they are kept, that long titles fit. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Renderer } from 'takumi-js/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { altOf, type Card, cardOf } from '../../../src/components/sharing/card.ts';
import { addressOf, designOf, SIZE } from '../../../src/components/sharing/design.ts';
import { fontsOf } from '../../../src/components/sharing/fonts.ts';
import { pictureOf } from '../../../src/components/sharing/picture.ts';
import { layOutTitle, MOST_LINES } from '../../../src/components/sharing/title.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { itemRoute, type RoutePath, routeAt } from '../../../src/routes.ts';

const t = translator('en-US');
const WORDS = { title: t('route.forex'), heading: t('route.glossary') };
const card = (locale: Locale = 'en-US', title = translator(locale)('route.forex')): Card => ({
  locale,
  section: translator(locale)('route.service'),
  title,
});

describe('a card', () => {
  const sectionOf = (path: RoutePath) => cardOf(routeAt(path), WORDS, 'en-US').section;

  it('has the heading of the page, else its title', () => {
    expect(cardOf(routeAt('/glossary'), WORDS, 'en-US').title).toBe(WORDS.heading);
    expect(cardOf(routeAt('/glossary'), { title: WORDS.title }, 'en-US').title).toBe(WORDS.title);
  });

  it('has the page above as its section, else the footer column, else none', () => {
    expect(sectionOf('/service/forex')).toBe(t('route.service'));
    expect(sectionOf('/service/developer/reference')).toBe(t('route.developer'));
    expect(sectionOf('/glossary')).toBe(t('footer.invest'));
    expect(sectionOf('/')).toBeNull();
    expect(cardOf(itemRoute('news', 'x'), WORDS, 'en-US').section).toBe(t('route.news'));
    expect(cardOf(itemRoute('support', 'x'), WORDS, 'en-US').section).toBe(t('route.support'));
  });

  it('of a route that shows another is that of the other', () => {
    const own = cardOf(routeAt('/service/stocks'), WORDS, 'ja');
    expect(cardOf(routeAt('/service'), WORDS, 'ja')).toEqual(own);
  });

  it('of items whose titles are unknown says their kind', () => {
    const flash = cardOf(routeAt('/datahub/flash/{id}'), WORDS, 'ja');
    const ja = translator('ja');
    expect(flash).toEqual({ locale: 'ja', section: ja('route.social'), title: ja('route.flash') });
  });
});

describe('the address of a picture', () => {
  it('changes with every word, and with the language', () => {
    const cards = [
      card(),
      card('en-US', t('route.funds')),
      { ...card(), section: null },
      { ...card(), locale: 'ja' as const },
      { ...card(), locale: 'tw' as const },
      { ...card(), locale: 'cn' as const },
    ];
    expect(new Set(cards.map(addressOf)).size).toBe(cards.length);
  });

  it('is the same for the same words in British and American English', () => {
    expect(addressOf({ ...card(), locale: 'en-GB' })).toBe(addressOf(card()));
  });
});

describe('a picture', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cards-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(LOCALE_IDS)('is a PNG of 1200 × 630 that every messenger loads, in %s', async (locale) => {
    const picture = await pictureOf(card(locale), folder);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.length).toBeLessThan(40_000);
  });

  it('is kept, and not drawn again', async () => {
    const drawn = await pictureOf(card(), folder);
    const [file = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(await readFile(join(folder, file))).toEqual(drawn);
    await writeFile(join(folder, file), 'kept');
    expect((await pictureOf(card(), folder)).toString()).toBe('kept');
    expect((await pictureOf(card('en-US', t('route.funds')), folder)).toString()).not.toBe('kept');
  });

  it('has the fonts of other scripts for a name, and says which character has none', async () => {
    // 髙 is in Noto Sans JP and SC, not in TC.
    await pictureOf(card('tw', '髙'), folder);
    await expect(pictureOf(card('ja', '\u{1f680}'), folder)).rejects.toThrow('\u{1f680}');
  });
});

describe('a title', () => {
  const renderer = new Renderer();
  const draw = (of: Card, design = designOf(of)) =>
    renderer.render(design, { ...SIZE, format: 'png', fonts: fontsOf(altOf(of), of.locale) });
  /** The node of a title, and its lines as takumi measures them. */
  async function measured(of: Card) {
    const design = designOf(of);
    const { children } = await renderer.measure(design, { ...SIZE, fonts: fontsOf(altOf(of), of.locale) });
    const node = textOf(design);
    const { height = 0, runs = [] } = children[1]?.children[1]?.children.at(-1) ?? {};
    const lines = height / (Number(node.style?.fontSize) * Number(node.style?.lineHeight));
    return {
      lines: Math.round(lines),
      text: runs
        .map(({ text }) => text)
        .join('')
        .replaceAll('\u200b', '')
        .trim(),
    };
  }
  function textOf(design: ReturnType<typeof designOf>) {
    const children = (node: typeof design | undefined) => (node?.type === 'container' ? (node.children ?? []) : []);
    return children(children(children(design)[1])[1]).at(-1) ?? design;
  }

  it.each(['en-US', 'ja', 'tw', 'cn'] as const)(
    'is wrapped, and shortened after three lines, in %s',
    async (locale) => {
      const words = translator(locale);
      const some = card(locale, words('route.workForMyself'));
      expect(await measured(some)).toMatchObject({ text: some.title });
      const long = card(locale, words('account.notice.cnForex').repeat(3));
      const { lines, text } = await measured(long);
      expect(lines).toBe(MOST_LINES);
      expect(long.title.startsWith(text)).toBe(true);
      expect(text.length).toBeLessThan(long.title.length / 2);
      const plain = designOf(long);
      Object.assign(textOf(plain).style ?? {}, { lineClamp: `${MOST_LINES} ""` });
      // The … is drawn.
      expect((await draw(long)).equals(await draw(long, plain))).toBe(false);
    },
  );

  it.each([
    ['tw', '如何使用API？如何成為合作夥伴？', '如何使用API？\n如何成為合作夥伴？'],
    ['ja', 'どう使いますか。何が必要ですか', 'どう使いますか。\n何が必要ですか'],
    ['en-US', 'I cannot log in. What now?', 'I cannot log in. \nWhat now?'],
    ['en-US', 'U.S. stocks, 24 hours', 'U.S. stocks, 24\u00a0hours'],
  ] as const)(
    'in %s begins each sentence on a line, and keeps a number with its word: %s',
    (locale, title, expected) => {
      expect(layOutTitle(title, locale).text.replaceAll('\u200b', '')).toBe(expected);
    },
  );

  it('is drawn with its lines', async () => {
    const one = card('en-US', 'One. Two');
    expect((await measured(one)).lines).toBe(2);
  });

  it('is smaller if it is longer', () => {
    const sizes = [1, 3, 6, 12].map((times) =>
      Number(textOf(designOf(card('ja', 'あ'.repeat(times * 3)))).style?.fontSize),
    );
    expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes);
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });
});

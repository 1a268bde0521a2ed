/** What is shown of posts: the same from server and island, and nothing but text from what others have written. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_OF, type NewsLanguage } from '../../../src/contract/news.ts';
import { type Post, type PostEntry, TEXT_TAGS } from '../../../src/contract/posts.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { pick } from '../../../src/i18n/messages.ts';
import { draw, wordOf } from '../../../src/islands/feeds/drawing.tsx';
import { POST_WORDS } from '../../../src/islands/posts/postWords.ts';
import { pageMessage } from '../../../src/server/messages.ts';
import { postText } from '../../../src/server/posts/postText.ts';
import { type Element, el } from '../../../src/shells/element.ts';
import { toHtml } from '../../../src/shells/html.ts';
import { type Page, USER_WORDS } from '../../../src/shells/page.ts';
import { frontPosts, nextPosts, type PostsFrom, postEntry } from '../../../src/shells/postLists.ts';
import { postPage } from '../../../src/shells/postPage.ts';
import { userPage } from '../../../src/shells/userPage.ts';

const pageOf = (locale: Locale, word: Page['word']): Page => ({
  locale,
  lang: LOCALES[locale].lang,
  language: LANGUAGE_OF[locale],
  zone: 'UTC',
  word,
});
const onServer = (locale: Locale) =>
  pageOf(locale, (key, values) => pageMessage(key, locale, values as Record<string, string>));
const inIsland = (locale: Locale) => pageOf(locale, wordOf(pick(locale, [...POST_WORDS, ...USER_WORDS]), locale));

const AROUND = {
  base: '',
  back: '/datahub',
  data: '/technology/dataHub',
  series: { EURUSD: 'eur-usd' },
  names: { 'eur-usd': 'EUR/USD' },
};
const AT = '2026-11-27T12:00:00.000Z';

function post(given: Partial<Post> = {}): Post {
  return {
    id: '7',
    author: {
      nickname: 'Mio',
      avatar: null,
      license: {
        role: 'analyst',
        state: 'checked',
        type: 'SECURITIES_ANALYST',
        number: 'A-1',
        authority: 'FSA',
        submittedAt: AT,
        checkedAt: AT,
        checkedBy: 'Finger',
        reason: '',
      },
      company: { name: 'Aoki', licence: '12', authority: 'FSA' },
    },
    language: 'en',
    title: 'Yields fell',
    summary: 'Two-year yields fell.',
    symbols: ['EURUSD', 'ACME'],
    recommendation: { advice: 'buy', horizon: 'months', basis: 'A model', interests: '' },
    publishedAt: AT,
    correctedAt: AT,
    text: postText('Two-year yields **fell**.\n\n- [a](https://example.com/)'),
    series: 'eur-usd',
    holding: 'long',
    pricesOn: '2026-11-26',
    earlier: [{ title: 'Yields rose', text: postText('They rose.'), until: AT }],
    ...given,
  } as Post;
}

/** Everything that is shown of such a post and its author. */
function shown(page: Page, given: Partial<Post> = {}): Element[] {
  const one = post(given);
  const { nickname, avatar, license } = one.author;
  const user = {
    nickname: nickname ?? '',
    avatar,
    license,
    email: 'a.b@example.com',
    base: { role: 'analyst', country: 'JP', since: AT },
  } as const;
  return [
    postPage(one, AROUND, page),
    postPage(post({ recommendation: null, series: null, pricesOn: null, earlier: [], symbols: [] }), AROUND, page),
    el('div', {}, frontPosts([one], { base: '', write: '/service/analyst' }, page)),
    el('div', {}, frontPosts([], { base: '', write: '/service/analyst' }, page)),
    postEntry(one, page, { author: true }),
    userPage({ user, posts: { list: [one], next: null } }, { base: '', company: 'Finger', licenses: {} }, page),
  ];
}

const tagsOf = (html: string) =>
  DomUtils.findAll(() => true, parseDocument(html).children).map(
    ({ name, attribs }) => [name, Object.keys(attribs)] as const,
  );

describe('what is shown of a post', () => {
  it.each(LOCALE_IDS)('is the same from server and island in %s', (locale) => {
    const left = { author: { ...post().author, nickname: null, license: null, avatar: '/api/x' } };
    const all = (page: Page) => [...shown(page), ...shown(page, left)];
    const server = toHtml(...all(onServer(locale)));
    const island = all(inIsland(locale)).map((element) => renderToStaticMarkup(draw(element)));
    // React writes some names and ends otherwise.
    const drawn = island
      .join('')
      .replaceAll('&#x27;', '&#39;')
      .replaceAll(' dateTime=', ' datetime=')
      .replaceAll('/>', '>')
      .replaceAll('<link rel="preload" as="image" href="/api/x">', '');
    expect(drawn === server).toBe(true);
    expect(server).not.toContain('undefined');
    expect(server).not.toMatch(/\{\w+\}/);
  });

  it('has the marks that the law asks for, in the language of the page', () => {
    const html = toHtml(postPage(post(), AROUND, onServer('ja')));
    for (const key of ['post.advice.buy', 'post.horizon.months', 'post.holding.long', 'post.page.view']) {
      expect(html, key).toContain(pageMessage(key, 'ja'));
    }
    expect(html).toContain('<time datetime="2026-11-26">');
    expect(html).toMatch(/<h1 lang="en">.*<span class="language-mark">/s);
    expect(html).toContain('href="/technology/dataHub#eur-usd"');
    expect(html).toContain('href="/ja/u/Mio"');
  });

  it('is no element or attribute outside of the list, whatever 1,000 hostile authors write', () => {
    const parts = [
      ...[
        '<script>owned=1</script>',
        '<img src=x onerror=owned=1>',
        '"><svg onload=owned=1>',
        "' onmouseover='owned=1",
      ],
      ...['[a](javascript:owned=1)', '[a](https://example.com/"onclick="owned=1)', '![a](https://x.example/p.png)'],
      ...[
        '</script><script>',
        '<!--/place item-->',
        '&lt;b&gt; $& $1 \u2028 \ud800',
        '{name}',
        '**',
        '> ',
        '- ',
        '1. ',
      ],
      ...['](', '<a href="data:text/html,x" style="x">', '<base href=//x>', '\\', '`', '\n\n', '\u0000', '\u202e'],
    ];
    const known = new Set(
      tagsOf(
        toHtml(...shown(onServer('en-US'), { text: [...TEXT_TAGS].map((tag) => ({ tag, children: ['x'] })) })),
      ).map(([name]) => name),
    );
    const ATTRIBUTES = /^(aria-hidden|aria-labelledby|class|datetime|href|id|lang|rel|translate)$/;
    const hrefs = /^(https:\/\/(example\.com|x\.example)\/|\/|mailto:a\.b@example\.com$)/;
    const page = onServer('en-US');
    const faults: string[] = [];
    let count = 0;
    for (const one of parts) {
      for (const other of parts) {
        for (const attack of [`${one}${other}`, `[${other}](https://example.com/${one})`]) {
          count += 1;
          const text = postText(attack);
          const hostile = post({
            text,
            title: attack,
            summary: attack,
            symbols: [attack],
            recommendation: {
              product: 'bonds',
              advice: 'buy',
              horizon: 'days',
              basis: attack,
              method: attack,
              risk: attack,
              updates: attack,
              earlier: attack,
              interests: attack,
            },
            earlier: [{ title: attack, text, until: AT }],
            author: {
              nickname: attack,
              avatar: null,
              license: { ...post().author.license, number: attack, authority: attack, type: attack } as never,
              company: { name: attack, licence: attack, authority: attack },
            },
          });
          const html = toHtml(
            postPage(hostile, AROUND, page),
            ...frontPosts([hostile], { base: '', write: '/' }, page),
          );
          for (const { name, attribs } of DomUtils.findAll(() => true, parseDocument(html).children)) {
            if (!known.has(name)) faults.push(`${name} of ${attack}`);
            for (const [attribute, value] of Object.entries(attribs)) {
              if (!ATTRIBUTES.test(attribute)) faults.push(`${attribute} of ${attack}`);
              if (attribute === 'href' && !hrefs.test(value)) faults.push(`${value} of ${attack}`);
            }
          }
        }
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(1_000);
  });
});

describe('the posts of a front', () => {
  const entries = (language: NewsLanguage, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...post(), language, id: `${language} ${at}` }) as PostEntry);
  /** Reads from lists by the place of the last post. */
  const reading = (lists: Partial<Record<NewsLanguage, PostEntry[]>>) => async (from: PostsFrom, limit: number) => {
    const all = lists[from.language ?? 'en'] ?? [];
    const begin = Number(from.before ?? 0);
    return { list: all.slice(begin, begin + limit), next: all.length > begin + limit ? String(begin + limit) : null };
  };
  async function all(lists: Parameters<typeof reading>[0], language: NewsLanguage): Promise<string[]> {
    const found: string[] = [];
    let from: PostsFrom | null = { language };
    while (from) {
      const { list, next }: Awaited<ReturnType<typeof nextPosts>> = await nextPosts(reading(lists), from, 3);
      expect(list.length).toBeLessThanOrEqual(3);
      found.push(...list.map(({ id }) => id));
      from = next;
    }
    return found;
  }

  it.each([0, 1, 2, 3, 4, 6, 7])('are those of the language, %i, then those in English, each once', async (count) => {
    for (const english of [0, 1, 3, 5]) {
      const lists = { ja: entries('ja', count), en: entries('en', english) };
      expect(await all(lists, 'ja')).toEqual([...lists.ja, ...lists.en].map(({ id }) => id));
    }
  });

  it('are none of another language in English', async () => {
    expect(await all({ ja: entries('ja', 4), en: entries('en', 4) }, 'en')).toEqual(
      entries('en', 4).map(({ id }) => id),
    );
  });

  it('name each author once, the latest first', () => {
    const by = (nickname: string) => ({ ...post(), author: { ...post().author, nickname } });
    const html = toHtml(
      ...frontPosts([by('A'), by('B'), by('A'), by('C')], { base: '', write: '' }, onServer('en-US')),
    );
    const [strip = ''] = /<section.*?<\/section>/s.exec(html) ?? [];
    expect([...strip.matchAll(/<a[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)).toEqual(['A', 'B', 'C']);
  });
});

/** Posts of an author as RSS and JSON Feed. */
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { POST_FEED_PATHS, type PostFeed } from '../../../../src/contract/posts.ts';
import { posts } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { authorsOf, storePost } from '../../../helpers/server/authors.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { operator } = companiesOf(api);
const { reader, writer } = authorsOf(api);
afterEach(async () => {
  await api.orm.delete(posts);
});
const feed = (format: PostFeed, nickname: string, locale = 'ja', headers: Record<string, string> = {}) =>
  api.api.ask(POST_FEED_PATHS[format].replace('{locale}', locale).replace('{nickname}', encodeURIComponent(nickname)), {
    headers,
  });

it('has the posts of one author in words of the locale, escaped, with the license; a reader that has it gets none', async () => {
  const [mio, ken] = [await writer('Mio'), await writer('Ken')];
  const id = await storePost(api.orm, mio.id, {
    title: 'Yields < 4% & "falling"',
    text: '<script>alert(1)</script> ]]> fell.',
    symbols: ['US2Y'],
  });
  await storePost(api.orm, ken.id, { title: 'Of Ken' });
  const json = await feed('json', 'mio');
  expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
  const { items, ...head } = JSON.parse(json.text);
  expect(head).toMatchObject({ title: expect.stringContaining(serverMessage('server.postFeed', 'ja', 'Mio')) });
  expect(head.home_page_url).toMatch(/\/ja\/u\/Mio$/);
  expect(items).toEqual([
    expect.objectContaining({
      url: expect.stringMatching(new RegExp(`/ja/datahub/posts/${id}$`)),
      title: 'Yields < 4% & "falling"',
      content_text: '<script>alert(1)</script> ]]> fell.',
      language: 'en',
      tags: ['US2Y'],
      authors: [{ name: expect.stringMatching(/^Mio · ./) }],
    }),
  ]);
  const rss = await feed('rss', 'Mio', 'en-US');
  expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(rss.text).toContain('<title>Yields &lt; 4% &amp; &quot;falling&quot;</title>');
  expect(rss.text).not.toMatch(/<script|Of Ken/);
  const again = await feed('rss', 'Mio', 'en-US', { 'if-none-match': String(rss.headers.etag) });
  expect([again.status, again.text]).toEqual([304, '']);
});

it('of an author without posts it is empty; withdrawn posts leave; unknown, locked or without locale there is none', async () => {
  const mio = await writer('Mio');
  await reader('Hana');
  const id = await storePost(api.orm, mio.id);
  const items = async (nickname: string) => JSON.parse((await feed('json', nickname)).text).items;
  expect([(await items('Mio')).length, (await items('Hana')).length]).toEqual([1, 0]);
  await api.orm
    .update(posts)
    .set({ state: 'withdrawn' })
    .where(eq(posts.id, Number(id)));
  expect(await items('Mio')).toEqual([]);
  await operator.users('lock', mio.id);
  for (const format of ['rss', 'json'] as const) {
    for (const [nickname, locale] of [['Mio'], ['nobody'], ["'\0"], ['Hana', 'xx'], ['Hana', '..']]) {
      expect((await feed(format, String(nickname), locale)).status, `${nickname} ${locale}`).toBe(
        SERVER_CODES.notFound.status,
      );
    }
  }
});

/** Items, sources and what editors publish. */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import { CATEGORIES } from '../../../../src/catalogue/sources.ts';
import { FLASH_PUBLISH_PATH, fieldErrors } from '../../../../src/contract/all.ts';
import { noDatabase } from '../../../../src/server/db/none.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import { audit, newsItems } from '../../../../src/server/db/schema.ts';
import { addEditor, listEditors, revokeEditor } from '../../../../src/server/news/editors.ts';
import {
  ago,
  clock,
  database,
  dataOf,
  expectError,
  FLASH,
  flash,
  item,
  NEWS,
  NOW,
  serving,
  store,
  titles,
  withNews,
} from '../../../helpers/feeds/newsTest.ts';
import type { Answer, ServedApi } from '../../../helpers/server/api.ts';

withNews();

describe('an item', () => {
  it('comes with its earlier words and what belongs to it', async () => {
    const { ask } = await serving();
    const given = item({ title: 'First' });
    await store().save([given, item({ title: 'Before it', publishedAt: ago(5) }), item({ publishedAt: ago(0) })]);
    clock.now = ago(-3);
    await store().save([{ ...given, title: 'Second' }]);
    const { list } = dataOf('newsList', await ask(NEWS));
    const { id } = list[1] ?? {};
    const data = dataOf('newsItem', await ask(`/api/web/news/${id}`));
    expect(data.item).toMatchObject({ title: 'Second', revision: 2, updatedAt: clock.now.toISOString() });
    expect(data.revisions).toEqual([
      { number: 1, title: 'First', summary: given.summary, changedAt: clock.now.toISOString() },
    ]);
    expect(titles(data.related)).toEqual(['Before it']);
  });

  it('is known by its number and kind alone', async () => {
    const { ask } = await serving();
    const { ids } = await store().save([item()]);
    for (const id of ['opening', '0', '999999', '1.5', '%27', '9'.repeat(30)]) {
      expectError(await ask(`/api/web/news/${id}`), 'notFound', enUS['server.unknownItem'], 'id');
    }
    expectError(await ask(`/api/web/flash/${ids[0]}`), 'notFound', enUS['server.unknownItem'], 'id');
  });

  it('has a page of its own as long as it is not withdrawn', async () => {
    const { news } = await serving();
    const { ids } = await store().save([item(), flash()]);
    await expect.poll(() => news.holds('news', String(ids[0]))).toBe(true);
    expect(await news.holds('flash', String(ids[1]))).toBe(true);
    expect(await news.holds('flash', String(ids[0]))).toBe(false);
    for (const id of ['999999', '', 'opening', '1.5', `${ids[0]} `, '9'.repeat(30)]) {
      expect(await news.holds('news', id), id).toBe(false);
    }
    await database.orm.update(newsItems).set({ withdrawnAt: NOW });
    expect(await news.holds('news', String(ids[0]))).toBe(false);
    expect(await (await serving({ database: noDatabase })).news.holds('news', '1')).toBeNull();
  });
});

describe('sources', () => {
  it('are listed with how they fare, of which none is fine that was not reached', async () => {
    const { ask } = await serving();
    const listed = async () => dataOf('newsSources', await ask('/api/web/news/sources')).list;
    expect((await listed()).map(({ id, status }) => `${id} ${status}`)).toEqual(['boe waiting']);
    const state = { etag: null, lastModified: null, checkedAt: NOW, nextAt: null, itemsSeen: 3 };
    await store().saveSource({ ...state, id: 'boe', okAt: NOW, failures: 0, lastError: null });
    await store().saveSource({ ...state, id: 'gone', okAt: ago(60), failures: 2, lastError: 'timeout' });
    // While our server is offline, no failure is counted.
    await store().saveSource({ ...state, id: 'lost', okAt: ago(15), failures: 0, lastError: 'name not found' });
    await store().saveSource({ ...state, id: 'never', okAt: null, failures: 0, lastError: 'name not found' });
    expect((await listed()).map(({ id, status, okAt }) => [id, status, okAt])).toEqual([
      ['boe', 'ok', NOW.toISOString()],
      ['gone', 'failing', ago(60).toISOString()],
      ['lost', 'failing', ago(15).toISOString()],
      ['never', 'failing', null],
    ]);
  });
});

describe('the desk', () => {
  const publish = async ({ ask }: ServedApi, token: string | undefined, body: unknown, headers = {}) =>
    ask(FLASH_PUBLISH_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { token }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const published = ({ status, text }: Answer): { id: string; revision: number } => {
    expect(status, text).toBe(200);
    return JSON.parse(text).data;
  };
  const HELLO = { action: 'publish', language: 'ja', title: '速報です' };

  it('publishes, revises and withdraws, and names who did it', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const { id, revision } = published(
      await publish(api, token, { ...HELLO, important: true, summary: 's', symbols: ['7203'], link: 'https://e.com' }),
    );
    expect(revision).toBe(1);
    const read = async () => dataOf('flashItem', await api.ask(`/api/web/flash/${id}`));
    expect((await read()).item).toMatchObject({
      title: '速報です',
      summary: 's',
      source: { id: 'desk', name: 'Finger' },
      category: 'desk',
      important: true,
      reason: 'editor',
      symbols: ['7203'],
      link: 'https://e.com',
      publishedAt: NOW.toISOString(),
    });
    clock.now = ago(-5);
    const revised = { action: 'revise', id, title: '訂正です', summary: null, important: false };
    expect(published(await publish(api, token, revised))).toEqual({ id, revision: 2 });
    expect(published(await publish(api, token, revised))).toEqual({ id, revision: 2 });
    const { item: second, revisions } = await read();
    expect(second).toMatchObject({ title: '訂正です', summary: null, important: false, reason: null, revision: 2 });
    expect(revisions).toMatchObject([{ number: 1, title: '速報です', changedAt: clock.now.toISOString() }]);
    expect(published(await publish(api, token, { action: 'withdraw', id }))).toEqual({ id, revision: 2 });
    expectError(await api.ask(`/api/web/flash/${id}`), 'gone', enUS['server.gone'], 'id');
    expect(dataOf('flashList', await api.ask(FLASH)).list).toEqual([]);
    for (const action of ['withdraw', 'revise'])
      expectError(await publish(api, token, { action, id }), 'gone', enUS['server.gone'], 'id');
    const log = await database.orm.select().from(audit);
    expect(log.map(({ editor, action, item }) => [editor, action, item])).toEqual([
      ['Mika', 'token', null],
      ['Mika', 'publish', Number(id)],
      ['Mika', 'revise', Number(id)],
      ['Mika', 'withdraw', Number(id)],
    ]);
  });

  it('publishes in every category that sources have', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const category of CATEGORIES) {
      const { id } = published(await publish(api, token, { ...HELLO, title: category, category }));
      expect(dataOf('flashItem', await api.ask(`/api/web/flash/${id}`)).item).toMatchObject({ category });
    }
  });

  it('withdraws what others have said, and does not reword it; its duplicate stands in its place', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const title = 'Exchange says that trading goes on as usual';
    const link = 'https://example.com/x';
    await store().save([
      item({ kind: 'flash', title, link }),
      item({ kind: 'flash', title, link, sourceId: 'b' }),
      item({ kind: 'flash', title, link, sourceId: 'c' }),
    ]);
    const [first] = dataOf('flashList', await api.ask(FLASH)).list;
    expectError(
      await publish(api, token, { action: 'revise', id: first?.id, title: 'x' }),
      'invalid',
      enUS['server.notDesk'],
      'id',
    );
    published(await publish(api, token, { action: 'withdraw', id: first?.id }));
    const { list } = dataOf('flashList', await api.ask(FLASH));
    expect(list.map(({ source }) => source.id)).toEqual(['b']);
    expect(list[0]?.cluster).toBe(list[0]?.id);
    for (const action of ['withdraw', 'revise']) {
      expectError(await publish(api, token, { action, id: '99999' }), 'notFound', enUS['server.unknownItem'], 'id');
    }
  });

  it('lets in who has a token, until it is revoked', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const wrong of [
      undefined,
      '',
      'x',
      `${token}x`,
      token.toUpperCase(),
      `finger_${'A'.repeat(43)}`,
      "' or 1=1",
    ]) {
      expectError(await publish(api, wrong, HELLO), 'unauthorized', enUS['server.unauthorized']);
    }
    published(await publish(api, token, HELLO));
    await revokeEditor(database.orm, 'Mika', NOW);
    expectError(await publish(api, token, HELLO), 'unauthorized');
    await expect(revokeEditor(database.orm, 'Mika')).rejects.toThrow("There is no editor 'Mika' with a token.");
    const second = await addEditor(database.orm, 'Mika', NOW);
    expect(second).not.toBe(token);
    published(await publish(api, second, HELLO));
    expectError(await publish(api, token, HELLO), 'unauthorized');
    await expect(addEditor(database.orm, 'Mika')).rejects.toThrow("'Mika' has a token already: revoke it first.");
    for (const name of ['', ' a', '<b>', 'x'.repeat(41), '-rf']) {
      await expect(addEditor(database.orm, name)).rejects.toThrow('A name begins with');
    }
    expect(await listEditors(database.orm)).toEqual([{ name: 'Mika', createdAt: NOW, revokedAt: null }]);
    const stored = await rowsOf<{ all: string }>(database.orm, sql`select row_to_json(e)::text as all from editors e`);
    expect(JSON.stringify([stored, api.log])).not.toContain(second.slice(7));
  });

  it('names each field that is wrong', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    const fieldsOf = async (body: unknown) => {
      const answer = await publish(api, token, body);
      expect([answer.status, JSON.parse(answer.text).code], answer.text).toEqual([422, 42200]);
      return v.parse(fieldErrors, JSON.parse(answer.text).data).fields.map(({ field }) => field);
    };
    expect(await fieldsOf({})).toEqual(['action']);
    expect(await fieldsOf({ action: 'delete' })).toEqual(['action']);
    expect(await fieldsOf({ action: 'publish' })).toEqual(['language', 'title']);
    const wrong = { language: 'fr', title: ' ', summary: 1, link: 'javascript:alert(1)', category: '../x' };
    expect(await fieldsOf({ ...HELLO, ...wrong, important: 'yes', symbols: ['a b'] })).toEqual([
      'language',
      'title',
      'summary',
      'link',
      'category',
      'important',
      'symbols',
    ]);
    expect(await fieldsOf({ ...HELLO, id: '1' })).toEqual(['id']);
    expect(await fieldsOf({ ...HELLO, title: 'x'.repeat(301), link: 'https://' })).toEqual(['title', 'link']);
    expect(await fieldsOf({ action: 'revise', title: 'x' })).toEqual(['id']);
    expect(await fieldsOf({ action: 'withdraw', id: 7 })).toEqual(['id']);
    for (const body of ['', '{', 'null', '"x"', '[', '\u0000'])
      expectError(await publish(api, token, body), 'badRequest');
    expectError(await publish(api, token, { ...HELLO, summary: 'x'.repeat(70_000) }), 'tooLarge');
  });

  it('bears any text', async () => {
    const api = await serving();
    const token = await addEditor(database.orm, 'Mika', NOW);
    for (const title of [
      "'); drop table news_items; --",
      '<img src=x onerror=alert(1)>',
      'a\u0000b',
      '\ud800x',
      '\u202ex',
    ]) {
      const { id } = published(await publish(api, token, { ...HELLO, title }));
      const answer = await api.ask(`/api/web/flash/${id}`);
      expect(answer.text).not.toMatch(/\\u0000|\\ud800|\u202e/);
      dataOf('flashItem', answer);
    }
  });

  it('takes so many a minute from an editor, and so many tries of a token from an address', async () => {
    const api = await serving({ env: { FLASH_RATE_LIMIT_PER_MINUTE: '3' } });
    const token = await addEditor(database.orm, 'Mika', NOW);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await publish(api, token, { action: 'withdraw', id: '1' })).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) tries.push((await publish(api, `wrong${n}`, HELLO)).status);
    expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
  });
});

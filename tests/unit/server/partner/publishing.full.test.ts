/** News and flash that a company's systems publish: what is refused, and what becomes of the mark. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { administer } from '../../../../src/server/admin.ts';
import { companies, companyMembers, grants, newsItems, partnerKeys } from '../../../../src/server/db/schema.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { serveApi } from '../../../helpers/server/api.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { MARK, noNews, PUBLICATION, PUBLISHES, publicTexts, publishingBy } from '../../../helpers/server/publishing.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
const { send, call, publish, publications, shown } = publishingBy(api, () => key);
let key: PartnerKey;

beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm), { granted: PUBLISHES });
});
afterEach(() => noNews(api.orm));

describe('a publication', () => {
  it.each<[object, string]>([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ title: 'Title \u202e reversed' }, 'title'],
    ...[
      ...['javascript:alert(1)', 'http:/\\example.com', 'https://bank.example@example.com/', 'http://localhost:8080/'],
      ...['http://127.0.0.1/', 'http://2130706433/', 'http://[::1]/', 'http://router/', 'https://nas.local/'],
      `https://example.com/${'あ'.repeat(300)}`,
    ].map((link): [object, string] => [{ link }, 'link']),
    [{ category: 'central-bank' }, 'category'],
    [{ language: 'fr' }, 'language'],
    [{ symbols: ['toyota'] }, 'symbols.0'],
    [{ symbols: Array.from({ length: 11 }, () => 'A') }, 'symbols'],
  ])('is refused with %j', async (body, field) => {
    const { status, data } = await send('/news', { ...PUBLICATION, ...body });
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it.each(['live', 'sandbox'] as const)('leads where browsers read that its link leads, %s', async (kind) => {
    await api.orm.update(partnerKeys).set({ kind });
    await publish('news', { link: ' HTTPS://Example.com\\a\u0000\n\u202eb"c ' });
    expect(await publications()).toMatchObject([{ link: 'https://example.com/a%00%E2%80%AEb%22c' }]);
  });

  it('cannot say that it is important, nor take the place of what an authority says', async () => {
    const link = 'https://example.com/decision';
    const title = 'Bank of Example raises its policy rate to 1.25 percent';
    const id = await publish('news', { link, title, important: true, importance: 'high', source: 'desk' });
    const official = { sourceId: 'bank', guid: '1', link, title, summary: null, language: 'en', kind: 'news' } as const;
    await createStore({ orm: api.orm, pool: null }).save([
      { ...official, category: 'central-bank', publishedAt: new Date() },
    ]);
    const list = await shown('/api/web/news/list?language=en');
    expect(list.map(({ source, important }) => [source.id, important])).toEqual([
      ['bank', true],
      [`company-${key.company}`, false],
    ]);
    expect(list[1]).toMatchObject({ id, cluster: id });
  });
});

describe('the mark', () => {
  it('follows the company: no name while it is not confirmed, the new one afterwards, nothing of one that is erased', async () => {
    // No other test has this name: the stream remembers theirs.
    await api.orm.update(companies).set({ name: 'Umi Securities' });
    const id = await publish('flash');
    const stream = await openEvents(`http://127.0.0.1:${api.api.port}/api/web/flash/stream`);
    const operate = (action: 'unconfirm' | 'erase') =>
      administer(
        { orm: api.orm, dataDir: api.dataDir, site: PARTNER_SITE },
        { command: `companies ${action}`, by: 'Mika Mori', company: key.company },
      );
    await operate('unconfirm');
    const { data: nameless } = await stream.next();
    expect(nameless).toMatchObject({ id, revision: 1, title: PUBLICATION.title });
    expect(JSON.stringify(nameless)).not.toContain('Umi');
    expect(await publicTexts(api.api, 'Nikkei')).not.toContain('Umi');
    expect((await send('/flash', PUBLICATION)).code).toBe(PARTNER_CODES.key.code);
    await api.orm.update(companies).set({ confirmedAt: new Date(), name: 'Aoki Holdings' });
    expect(await shown('/api/web/flash/list')).toMatchObject([{ id, company: { ...MARK, name: 'Aoki Holdings' } }]);
    await operate('erase');
    expect(await stream.next()).toMatchObject({ event: 'withdraw', data: { id } });
    stream.close();
    expect(await shown('/api/web/flash/list')).toEqual([]);
  });

  it('needs a licence', async () => {
    await api.orm.update(companies).set({ licence: '', authority: '' });
    expect((await send('/news', PUBLICATION)).status).toBe(SERVER_CODES.conflict.status);
    expect(await api.orm.$count(newsItems)).toBe(0);
  });
});

describe('a call is refused', () => {
  it.each([
    ['publishing.publishNews', '/news', 'POST', PUBLICATION],
    ['publishing.publishFlash', '/flash', 'POST', PUBLICATION],
    ['publishing.correct', '/publications/{id}', 'PUT', { title: 'New' }],
    ['publishing.withdraw', '/publications/{id}/withdraw', 'POST', { reason: 'Wrong.' }],
  ])('without %s, and once it is taken away', async (permission, path, method, body) => {
    const id = await publish();
    await api.orm.delete(grants).where(eq(grants.permission, permission));
    const before = await api.orm.select().from(newsItems);
    const { code, data } = await send(path.replace('{id}', id), body, { method });
    expect([code, data]).toMatchObject([PARTNER_CODES.scope.code, { fields: [{ field: permission }] }]);
    expect(await api.orm.select().from(newsItems)).toEqual(before);
  });

  it('without its scope', async () => {
    await api.orm.update(partnerKeys).set({ scopes: ['news.read'] });
    expect((await send('/news', PUBLICATION)).code).toBe(PARTNER_CODES.scope.code);
    expect((await call('/publications')).code).toBe(PARTNER_CODES.scope.code);
    await api.orm.update(partnerKeys).set({ scopes: ['news.publish'] });
    expect((await call('/flash/stream')).code).toBe(PARTNER_CODES.scope.code);
  });

  it('if the item is of another company, of the desk or of a feed: as if there were none', async () => {
    const other = await partnerKey(api.orm, await storedUser(api.orm, 'rika@example.com'), { granted: PUBLISHES });
    const foreign = await publish('flash', {}, other);
    const store = createStore({ orm: api.orm, pool: null });
    const item = { kind: 'flash', link: null, summary: null, language: 'en', category: 'desk' } as const;
    const { ids } = await store.save([
      { ...item, sourceId: 'desk', guid: '1', title: 'Of the desk', publishedAt: new Date() },
      { ...item, sourceId: 'feed', guid: '2', title: 'Of a feed', publishedAt: new Date() },
    ]);
    const before = await api.orm.select().from(newsItems).orderBy(newsItems.id);
    for (const id of [foreign, ...ids, '999', 'x', '9'.repeat(15)]) {
      expect((await send(`/publications/${id}`, { title: 'Taken' }, { method: 'PUT' })).status, String(id)).toBe(404);
      expect((await send(`/publications/${id}/withdraw`, { reason: 'Mine.' })).status, String(id)).toBe(404);
    }
    expect(await api.orm.select().from(newsItems).orderBy(newsItems.id)).toEqual(before);
    expect(await publications()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['the permission', () => api.orm.delete(grants), PARTNER_CODES.scope.code],
    ['the key', () => api.orm.update(partnerKeys).set({ revokedAt: new Date() }), PARTNER_CODES.key.code],
    ['the membership', () => api.orm.update(companyMembers).set({ leftAt: new Date() }), PARTNER_CODES.key.code],
  ])('if %s is taken away between the layers and the change', async (_, take, expected) => {
    let isTaken = false;
    const orm = new Proxy(api.orm, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        // All layers are passed: the change begins.
        return async (...work: Parameters<typeof target.transaction>) => {
          if (!isTaken) await take();
          isTaken = true;
          return target.transaction(...work);
        };
      },
    });
    const database = { kind: 'pglite', orm, pool: null, pglite: null, close: async () => {} } as const;
    const served = await serveApi({ database, env: { DATA_DIR: api.dataDir }, users: { site: PARTNER_SITE } });
    isTaken = false;
    const { code } = await callAs(served, key, '/news', { body: JSON.stringify(PUBLICATION) });
    expect([code, isTaken]).toEqual([expected, true]);
    expect(await api.orm.$count(newsItems)).toBe(0);
    await served.stop();
  });

  it('if the member has left or the key is revoked', async () => {
    await api.orm.update(companyMembers).set({ leftAt: new Date() });
    expect((await send('/news', PUBLICATION)).code).toBe(PARTNER_CODES.key.code);
    expect(await api.orm.$count(newsItems)).toBe(0);
  });
});

/** News and flash that a company's systems publish: what readers see, what stays in the sandbox, what is refused. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Publication,
  type PublicationKind,
  publicationsData,
  publishedPublicationData,
} from '../../../../src/contract/companyPublishing.ts';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { type NewsItem, newsItem } from '../../../../src/contract/news.ts';
import { administerCompanies } from '../../../../src/server/companies/operator.ts';
import {
  audit,
  companies,
  companyAudit,
  companyMembers,
  deliveries,
  grants,
  newsItems,
  partnerKeys,
  webhooks,
} from '../../../../src/server/db/schema.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { openEvents } from '../../../helpers/events.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, signed, storedUser } from '../../../helpers/partner.ts';
import { noNews, PUBLICATION, publicTexts } from '../../../helpers/publishing.ts';
import { usersApi } from '../../../helpers/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
const PUBLISHES = ['publishNews', 'publishFlash', 'correct', 'withdraw'].map((name) => `publishing.${name}`);
const MARK = { name: 'Aoki Securities', licence: '123', authority: 'FSA' };
let key: PartnerKey;

beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm), { granted: PUBLISHES });
});
afterEach(() => noNews(api.orm));

const call = (path: string, given: Parameters<typeof callAs>[3] = {}, by = key) => callAs(api.api, by, path, given);
const send = (
  path: string,
  body: object,
  { by = key, ...given }: Parameters<typeof callAs>[3] & { by?: PartnerKey } = {},
) => call(path, { body: JSON.stringify(body), ...given }, by);
const publish = async (kind: PublicationKind = 'news', body: object = {}, by = key) => {
  const { status, data, text } = await send(`/${kind}`, { ...PUBLICATION, ...body }, { by });
  expect(status, text).toBe(200);
  return v.parse(publishedPublicationData, data).id;
};
const publications = async (by = key, query = ''): Promise<Publication[]> =>
  v.parse(publicationsData, (await call(`/publications${query}`, {}, by)).data).publications;
const shown = async (path: string) => {
  const { data } = await api.ask<{ list: NewsItem[] }>(path);
  return data.list;
};

describe('what a live key publishes', () => {
  it('is listed, found, streamed and fed to readers, marked with the company and its licence', async () => {
    const stream = await openEvents(`http://127.0.0.1:${api.api.port}/api/web/flash/stream`);
    const [news, flash] = [await publish('news'), await publish('flash', { title: 'Toyota halts a line' })];
    expect(await stream.next()).toMatchObject({ event: 'flash', data: { id: flash, company: MARK } });
    stream.close();
    const [item] = await shown('/api/web/news/list?language=en');
    expect(v.parse(newsItem, item)).toMatchObject({
      ...{ id: news, kind: 'news', title: PUBLICATION.title, category: 'analysis', symbols: ['7203'] },
      source: { id: `company-${key.company}`, name: MARK.name },
      company: MARK,
      important: false,
    });
    for (const path of [
      `/api/web/flash/list?source=company-${key.company}`,
      '/api/web/flash/list?q=Toyota',
      '/api/web/flash/list?language=en',
    ]) {
      expect(await shown(path), path).toMatchObject([{ id: flash, company: MARK }]);
    }
    expect((await api.ask(`/api/web/news/${news}`)).data).toMatchObject({ item: { company: MARK } });
    for (const format of ['rss', 'json']) {
      const { text } = await api.api.ask(`/api/web/news/${format}/ja`);
      expect(text).not.toContain(MARK.name);
      expect((await api.api.ask(`/api/web/news/${format}/en-GB`)).text).toMatch(/Aoki Securities · Licence 123, FSA/);
    }
    const { data } = await api.ask<{ list: { id: string }[] }>('/api/web/news/sources');
    expect(data.list).toMatchObject([{ id: `company-${key.company}`, company: MARK, status: 'ok' }]);
  });

  it('reaches partners by the calls for news, and their stream, which is signed once', async () => {
    const path = '/api/partner/v1/flash/stream?language=en';
    const headers = await signed({ uri: PARTNER_SITE + path, keyid: key.id, privateKey: key.privateKey });
    const stream = await openEvents(`http://127.0.0.1:${api.api.port}${path}`, headers);
    const id = await publish('flash');
    expect(await stream.next()).toMatchObject({ event: 'flash', data: { id, company: MARK } });
    stream.close();
    const again = await openEvents(`http://127.0.0.1:${api.api.port}${path}`, headers);
    expect(again.response.statusCode).toBe(PARTNER_CODES.nonce.status);
    again.close();
    for (const list of ['/flash?language=en', '/flash?q=Nikkei', `/flash?after=${Number(id) - 1}`]) {
      expect((await call(list)).data, list).toMatchObject({ list: [{ id, company: MARK }] });
    }
    expect((await call(`/flash/${id}`)).data).toMatchObject({ item: { id } });
    expect((await call(`/news/${id}`)).status).toBe(404);
    expect((await call('/news')).data).toEqual({ list: [], next: null });
    expect((await call('/sources')).status).toBe(200);
    const wrong = await call('/news?limit=1000');
    expect([wrong.status, wrong.data]).toMatchObject([422, { fields: [{ field: 'limit' }] }]);
  });

  it('is listed for the company with who published it, and noted in both audits', async () => {
    const id = await publish();
    expect(await publications()).toMatchObject([
      { id, withdrawn: null, revision: 1, member: { id: key.member, nickname: 'hana@example.com' } },
    ]);
    expect(await publications(key, '?kind=flash')).toEqual([]);
    expect(await api.orm.select().from(companyAudit)).toMatchObject([
      { action: 'published', by: key.id, detail: { publication: id, title: PUBLICATION.title } },
    ]);
    expect(await api.orm.select().from(audit)).toMatchObject([
      { action: 'publish', editor: `company ${key.company} member ${key.member}`, item: Number(id) },
    ]);
  });

  it('is corrected and withdrawn, with the reason for the company alone', async () => {
    const id = await publish('news', { title: 'Quince exports rise' });
    const corrected = await send(`/publications/${id}`, { title: 'Quince exports fall' }, { method: 'PUT' });
    expect(corrected.data).toEqual({ id, revision: 2 });
    expect((await api.ask(`/api/web/news/${id}`)).data).toMatchObject({
      item: { title: 'Quince exports fall', company: MARK },
      revisions: [{ title: 'Quince exports rise' }],
    });
    const reason = 'The figures were those of May.';
    expect((await send(`/publications/${id}/withdraw`, { reason })).status).toBe(200);
    expect((await api.ask(`/api/web/news/${id}`)).status).toBe(SERVER_CODES.gone.status);
    expect(await publications()).toMatchObject([{ id, withdrawn: { reason } }]);
    expect(await publicTexts(api.api, 'Quince')).not.toContain('Quince');
    for (const [path, method, body] of [
      ['', 'PUT', { title: 'Again' }],
      ['/withdraw', 'POST', { reason }],
    ] as const) {
      expect((await send(`/publications/${id}${path}`, body, { method })).status).toBe(SERVER_CODES.gone.status);
    }
  });

  it('is published once for each idempotency key', async () => {
    const headers = { 'idempotency-key': 'morning' };
    const twice = await Promise.all([
      send('/flash', PUBLICATION, { headers }),
      send('/flash', PUBLICATION, { headers }),
    ]);
    expect(twice[0]?.data).toEqual(twice[1]?.data);
    expect(await api.orm.$count(newsItems)).toBe(1);
    expect(await api.orm.$count(companyAudit)).toBe(1);
    const other = await send('/flash', { ...PUBLICATION, title: 'Another' }, { headers });
    expect([other.status, other.code]).toEqual([SERVER_CODES.conflict.status, SERVER_CODES.conflict.code]);
    expect((await send('/news', PUBLICATION, { headers })).status).toBe(SERVER_CODES.conflict.status);
    expect((await send('/news', PUBLICATION, { headers: { 'idempotency-key': 'x'.repeat(201) } })).status).toBe(422);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ title: 'Title \u202e reversed' }, 'title'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ category: 'central-bank' }, 'category'],
    [{ language: 'fr' }, 'language'],
    [{ symbols: ['toyota'] }, 'symbols.0'],
    [{ symbols: Array.from({ length: 11 }, () => 'A') }, 'symbols'],
  ])('is refused with %j', async (body, field) => {
    const { status, data } = await send('/news', { ...PUBLICATION, ...body });
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
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
      administerCompanies(api.orm, { tool: 'companies', action, by: 'Mika Mori', reference: key.company });
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

describe('the sandbox', () => {
  let sandbox: PartnerKey;
  beforeEach(async () => {
    sandbox = await partnerKey(api.orm, await storedUser(api.orm, 'ken@example.com'), {
      ...{ kind: 'sandbox', granted: PUBLISHES, confirmed: false },
    });
  });
  const hook = (company: string, kind: 'sandbox' | 'live') =>
    api.orm.insert(webhooks).values({
      ...{ id: `${company}${kind}`, company, url: 'https://hooks.example.com/', kind, active: true, by: 'x' },
      ...{ events: ['news.published', 'flash.published'], createdAt: new Date() },
    });

  it('keeps what is published for the company: no list, search, feed, stream, webhook or other key shows it', async () => {
    for (const [company, kind] of [
      [sandbox.company, 'sandbox'],
      [sandbox.company, 'live'],
      [key.company, 'sandbox'],
      [key.company, 'live'],
    ] as const) {
      await hook(company, kind);
    }
    const streams = await Promise.all(
      [0, 1].map(() => openEvents(`http://127.0.0.1:${api.api.port}/api/web/flash/stream`)),
    );
    const [news, flash] = [
      await publish('news', { title: 'Zebra news' }, sandbox),
      await publish('flash', { title: 'Zebra flash' }, sandbox),
    ];
    const marker = await publish('flash', { title: 'Marker' });
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ data: { id: marker } });
      stream.close();
    }
    expect(await publicTexts(api.api, 'Zebra')).not.toContain('Zebra');
    for (const list of ['/news', '/flash', '/flash?after=0', '/sources']) {
      for (const by of [key, sandbox]) expect((await call(list, {}, by)).text).not.toContain('Zebra');
    }
    expect((await publications(sandbox)).map(({ id, title }) => [id, title])).toEqual([
      [flash, 'Zebra flash'],
      [news, 'Zebra news'],
    ]);
    expect((await publications()).map(({ id }) => id)).toEqual([marker]);
    for (const id of [news, flash]) {
      expect((await api.ask(`/api/web/news/${id}`)).status).toBe(404);
      const theft = await send(`/publications/${id}`, { title: 'Taken' }, { method: 'PUT' });
      expect(theft.status).toBe(404);
    }
    const sent = (await api.orm.select().from(deliveries)).map(({ webhook, event, data }) => [webhook, event, data]);
    expect(sent.filter(([, event]) => String(event).includes('sandbox')).sort()).toEqual(
      [
        [`${sandbox.company}sandbox`, `news.published sandbox ${news}`, { id: news }],
        [`${sandbox.company}sandbox`, `flash.published sandbox ${flash}`, { id: flash }],
      ].sort(),
    );
    expect(JSON.stringify(sent)).not.toContain('Zebra');
  });

  it('corrects, withdraws and knows repetitions as live does', async () => {
    const headers = { 'idempotency-key': 'morning' };
    const first = await send('/news', PUBLICATION, { headers, by: sandbox });
    expect((await send('/news', PUBLICATION, { headers, by: sandbox })).data).toEqual(first.data);
    expect((await send('/flash', PUBLICATION, { headers, by: sandbox })).status).toBe(SERVER_CODES.conflict.status);
    const id = String(first.data?.id);
    const corrected = await send(`/publications/${id}`, { summary: null }, { method: 'PUT', by: sandbox });
    expect(corrected.data).toEqual({ id, revision: 2 });
    expect((await send(`/publications/${id}/withdraw`, { reason: 'A test.' }, { by: sandbox })).status).toBe(200);
    expect(await publications(sandbox)).toMatchObject([
      { id, summary: null, revision: 2, withdrawn: { reason: 'A test.' } },
    ]);
    expect((await send('/news', PUBLICATION, { headers, by: sandbox })).data).toMatchObject({ id });
    expect(await publications(sandbox, `?after=${id}`)).toEqual([]);
    expect((await call('/publications?after=1', {}, sandbox)).status).toBe(422);
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

  it('if the member has left or the key is revoked', async () => {
    await api.orm.update(companyMembers).set({ leftAt: new Date() });
    expect((await send('/news', PUBLICATION)).code).toBe(PARTNER_CODES.key.code);
    expect(await api.orm.$count(newsItems)).toBe(0);
  });
});

/** News and flash that a company's systems publish: what readers see, what stays in the sandbox, what is refused. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { newsItem } from '../../../../src/contract/news.ts';
import { MOST_IN_SANDBOX } from '../../../../src/server/companies/publications/sandboxPublications.ts';
import {
  audit,
  companyAudit,
  deliveries,
  newsItems,
  sandboxItems,
  webhooks,
} from '../../../../src/server/db/schema.ts';
import { tidyPartner } from '../../../../src/server/partner/keyRows.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { serveApi } from '../../../helpers/server/api.ts';
import { PARTNER_SITE, type PartnerKey, partnerKey, signed, storedUser } from '../../../helpers/server/partner.ts';
import { MARK, noNews, PUBLICATION, PUBLISHES, publicTexts, publishingBy } from '../../../helpers/server/publishing.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
const { send, call, publish, publications, shown } = publishingBy(api, () => key);
let key: PartnerKey;

beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm), { granted: PUBLISHES });
});
afterEach(() => noNews(api.orm));

describe('what a live key publishes', () => {
  it('is listed, found, streamed and fed to readers, marked with the company and its licence', async () => {
    const stream = await openEvents(`http://127.0.0.1:${api.api.port}/api/web/flash/stream`);
    const [news, flash] = [await publish('news'), await publish('flash', { title: 'Toyota halts a line' })];
    expect(await stream.next()).toMatchObject({ event: 'flash', data: { id: flash, company: MARK } });
    stream.close();
    const [item] = await shown('/api/web/news/list?language=en');
    expect(v.parse(newsItem, item)).toMatchObject({
      id: news,
      kind: 'news',
      title: PUBLICATION.title,
      category: 'analysis',
      symbols: ['7203'],
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
});

describe('the sandbox', () => {
  let sandbox: PartnerKey;
  beforeEach(async () => {
    sandbox = await partnerKey(api.orm, await storedUser(api.orm, 'ken@example.com'), {
      kind: 'sandbox',
      granted: PUBLISHES,
      confirmed: false,
    });
  });
  const hook = (company: string, kind: 'sandbox' | 'live') =>
    api.orm.insert(webhooks).values({
      id: `${company}${kind}`,
      company,
      url: 'https://hooks.example.com/',
      kind,
      active: true,
      by: 'x',
      events: ['news.published', 'flash.published'],
      createdAt: new Date(),
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
    const sent = await api.orm.select().from(deliveries);
    expect(sent.flatMap(({ webhook, data }) => (JSON.stringify(data).includes('Zebra') ? webhook : []))).toEqual(
      [news, flash].map(() => `${sandbox.company}sandbox`),
    );
  });

  it('keeps the newest of a company', async () => {
    const many = Array.from({ length: MOST_IN_SANDBOX }, (_, n) => ({
      company: sandbox.company,
      member: sandbox.member,
      item: { ...PUBLICATION, kind: 'news' },
      revision: 1,
      publishedAt: new Date(n),
      updatedAt: new Date(n),
    }));
    await api.orm.insert(sandboxItems).values(many);
    await publish('flash', {}, sandbox);
    expect(await api.orm.$count(sandboxItems)).toBe(MOST_IN_SANDBOX);
    expect(await api.orm.$count(sandboxItems, eq(sandboxItems.publishedAt, new Date(0)))).toBe(0);
  });

  it('has no more streams than the network that it calls from', async () => {
    const database = { kind: 'pglite', orm: api.orm, pool: null, pglite: null, close: async () => {} } as const;
    const served = await serveApi({ database, news: { streamsPerNetwork: 1 }, users: { site: PARTNER_SITE } });
    const stream = async (by: PartnerKey) => {
      const path = '/api/partner/v1/flash/stream';
      const headers = await signed({ uri: PARTNER_SITE + path, keyid: by.id, privateKey: by.privateKey });
      return openEvents(`http://127.0.0.1:${served.port}${path}`, headers);
    };
    const opened = [await openEvents(`http://127.0.0.1:${served.port}/api/web/flash/stream`)];
    for (const by of [sandbox, key, key]) opened.push(await stream(by));
    expect(opened.map(({ response }) => response.statusCode)).toEqual([200, 429, 200, 429]);
    for (const one of opened) one.close();
    await served.stop();
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
    await tidyPartner(api.orm, new Date(Date.now() + 31 * 86_400_000));
    expect(await publications(sandbox)).toEqual([]);
  });
});

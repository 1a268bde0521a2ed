/** News and flash by members of a company, over the calls of its pages. */
import { afterEach, expect, it } from 'vitest';
import type { Publication } from '../../../../src/contract/companyPublishing.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { companies, companyAudit, newsItems } from '../../../../src/server/db/schema.ts';
import { noNews, PUBLICATION, PUBLISHES } from '../../../helpers/server/publishing.ts';
import { companyWith } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
afterEach(() => noNews(api.orm));

const PATH = '/publications';

it('a member with the permissions publishes, corrects and withdraws; all members see what was published', async () => {
  const company = await companyWith(api);
  const ken = await company.add('Ken', { permissions: PUBLISHES });
  const unconfirmed = await company.ask(ken, `${PATH}/news`, PUBLICATION);
  expect(unconfirmed.status).toBe(SERVER_CODES.conflict.status);
  await api.orm.update(companies).set({ confirmedAt: new Date() });

  const news = (await company.ask<{ id: string }>(ken, `${PATH}/news`, PUBLICATION)).data.id;
  const flash = (await company.ask<{ id: string }>(ken, `${PATH}/flash`, { ...PUBLICATION, title: 'A flash' })).data.id;
  expect((await api.ask(`/api/web/news/${news}`)).data).toMatchObject({
    item: { title: PUBLICATION.title, company: { name: 'Aoki Securities', licence: '123', authority: 'FSA' } },
  });
  expect((await company.ask(ken, `${PATH}/${news}`, { title: 'Corrected' }, 'PUT')).data).toEqual({
    id: news,
    revision: 2,
  });
  expect((await company.ask(ken, `${PATH}/${flash}/withdraw`, { reason: 'Too early.' })).status).toBe(200);
  expect((await api.ask(`/api/web/flash/${flash}`)).status).toBe(SERVER_CODES.gone.status);
  const list = async (query = '') =>
    (await company.ask<{ publications: Publication[] }>(company.admin, PATH + query)).data.publications;
  expect(await list()).toMatchObject([
    { id: flash, kind: 'flash', withdrawn: { reason: 'Too early.' }, member: { id: ken.member, nickname: 'Ken' } },
    { id: news, kind: 'news', title: 'Corrected', revision: 2, withdrawn: null },
  ]);
  expect(await list('?kind=news')).toHaveLength(1);
  expect(await list(`?after=${flash}`)).toMatchObject([{ id: news }]);
  expect(await list('?sandbox=true')).toEqual([]);
  expect((await company.ask(ken, `${PATH}?kind=other`)).status).toBe(422);
  expect((await company.ask(ken, `${PATH}?after=x`)).status).toBe(422);
  const noted = await api.orm.select().from(companyAudit).orderBy(companyAudit.at);
  expect(noted.slice(-4).map(({ action, by }) => [action, by])).toEqual(
    ['published', 'published', 'corrected', 'withdrawn'].map((action) => [action, ken.member]),
  );
});

it('an administrator without the permission, and a stranger, publish nothing; a wrong body is told by its field', async () => {
  const company = await companyWith(api);
  const ken = await company.add('Ken', { permissions: PUBLISHES });
  await api.orm.update(companies).set({ confirmedAt: new Date() });
  expect((await company.ask(company.admin, `${PATH}/news`, PUBLICATION)).status).toBe(403);
  const other = await companyWith(api, 'Mika');
  for (const path of [PATH, `${PATH}/news`]) {
    const body = path === PATH ? undefined : PUBLICATION;
    expect((await company.ask(other.admin, path, body)).status).toBe(404);
  }
  const { status, data } = await company.ask(ken, `${PATH}/news`, { ...PUBLICATION, title: ' ' });
  expect([status, data]).toMatchObject([422, { fields: [{ field: 'title' }] }]);
  expect(await api.orm.$count(newsItems)).toBe(0);
});

/** The partner API. Each part has a file, which adds its calls by `partner.call()`. */
import type { Hono } from 'hono';
import { type ApiVersion, readApiChanges, versionsOf } from '../../catalogue/apiChanges.ts';
import { PARTNER_OPENAPI_PATH } from '../../contract/partner.ts';
import { memoRead } from '../../memo.ts';
import { type ApiEnv, type Prepared, prepare, sendPrepared } from '../answers.ts';
import { refuseOtherMethods } from '../apiCalls.ts';
import { CONTENT } from '../content.ts';
import type { News } from '../news/news.ts';
import { partnerOpenApiOf } from '../openApi.ts';
import type { CreateLimit, Limit } from '../rateLimit.ts';
import { addAssigned } from './assigned.ts';
import { addNews } from './news.ts';
import { createPartnerCalls, type PartnerCallsOptions } from './partnerCalls.ts';
import { addPermissionCheck } from './permissions.ts';
import { addPublishing } from './publishing.ts';
import { addReference, type ReferenceLists } from './reference.ts';
import { CHANGES_PAGE } from './versions.ts';

export interface PartnerApi extends Omit<PartnerCallsOptions, 'limitOf' | 'versioning'> {
  /** Origin of the site */
  site: string;
  /** Defaults to those of content/apiChanges.yml */
  versions?: readonly ApiVersion[];
  api: Hono<ApiEnv>;
  createLimit: CreateLimit;
  lists: ReferenceLists;
  news: News;
}

/** Returns the OpenAPI document of the partner API. */
export function addPartnerApi({
  api,
  createLimit,
  lists,
  news,
  site,
  versions = versionsOf(readApiChanges(CONTENT)),
  ...options
}: PartnerApi): () => Promise<Prepared> {
  const limits = new Map<number, Limit>();
  const partner = createPartnerCalls({
    ...options,
    versioning: { versions, page: site + CHANGES_PAGE },
    limitOf: ({ id, perMinute }, tell) => {
      const limit = limits.get(perMinute) ?? createLimit(perMinute, 'partner');
      limits.set(perMinute, limit);
      return limit(id, tell);
    },
  });
  addPermissionCheck(partner);
  addReference(partner, lists);
  addNews(partner, news, options.networkOf);
  addPublishing(partner);
  addAssigned(partner);
  partner.finish(api);

  const openApi = memoRead(async () =>
    prepare(await partnerOpenApiOf(partner.routes, options.address, versions[0]?.version ?? '')),
  );
  api.get(PARTNER_OPENAPI_PATH, async (c) => sendPrepared(c, await openApi('')));
  refuseOtherMethods(api, PARTNER_OPENAPI_PATH);
  return () => openApi('');
}

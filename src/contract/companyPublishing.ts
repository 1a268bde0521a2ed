/**
 * News and flash that a company publishes: the calls of its members. Bodies are in forms/publicationForms.ts; who may
 * call and what a stranger gets is as in contract/companies.ts. Readers see each item marked with the name of the company
 * and its license.
 */
import * as v from 'valibot';
import { PUBLICATION_CATEGORIES, PUBLICATION_KINDS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';
import { licenseData } from './companyWork.ts';
import { NEWS_LANGUAGES } from './news.ts';

export { PUBLICATION_CATEGORIES, PUBLICATION_KINDS, type PublicationKind } from '../forms/lists.ts';

const ofCompany = /* @__PURE__ */ callsBelow('/api/web/company/{company}/publications');

const publication = v.object({
  id: v.string(),
  kind: v.picklist(PUBLICATION_KINDS),
  language: v.picklist(NEWS_LANGUAGES),
  category: v.picklist(PUBLICATION_CATEGORIES),
  title: v.string(),
  summary: v.nullable(v.string()),
  link: v.nullable(v.string()),
  symbols: v.array(v.string()),
  /** 1, plus one for each correction */
  revision: v.number(),
  publishedAt: instant,
  updatedAt: instant,
  /** Null: readers see it */
  withdrawn: v.nullable(v.object({ at: instant, reason: v.string() })),
  /** Who has published it; the nickname is '' for a user who is erased */
  member: v.object({
    id: v.string(),
    nickname: v.string(),
    /** Of an approved analyst or broker */
    license: v.nullable(licenseData),
  }),
});
export type Publication = v.InferOutput<typeof publication>;

export const publicationsData = v.object({ publications: v.array(publication), next: v.nullable(v.string()) });
/**
 * GET, for every member, newest first: `?kind=` news or flash, `?after=` the last `next`; `?sandbox=true` lists what the
 * company's sandbox keys have published, which nobody else sees.
 */
export const publicationsCall = /* @__PURE__ */ ofCompany('', publicationsData);

export const publishedPublicationData = v.object({ id: v.string(), revision: v.number() });
/**
 * POST publicationShape, with the permission publishing.publishNews or publishing.publishFlash. 409 for a company that is
 * not confirmed or has no license. With the header Idempotency-Key a repetition gives the first answer again; another
 * publication with the same key gets 409.
 */
export const newsPublicationCall = /* @__PURE__ */ ofCompany('/news', publishedPublicationData);
export const flashPublicationCall = /* @__PURE__ */ ofCompany('/flash', publishedPublicationData);
/** PUT correctionShape, with the permission publishing.correct. 404 for what is not the company's, 410 if withdrawn. */
export const publicationCall = /* @__PURE__ */ ofCompany('/{id}', publishedPublicationData);
/** POST withdrawalShape, with the permission publishing.withdraw. */
export const publicationWithdrawalCall = /* @__PURE__ */ ofCompany('/{id}/withdraw', publishedPublicationData);

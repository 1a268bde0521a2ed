/**
 * News and flash that a company publishes: the calls of its members, and the bodies, which are those of partners' calls
 * too. Who may call and what a stranger gets is as in contract/companies.ts. Readers see each item marked with the name of
 * the company and its licence.
 */
import * as v from 'valibot';
import { saying } from '../accounts/faults.ts';
import { anyText, choice, fields, text } from '../accounts/fields.ts';
import { PUBLICATION_CATEGORIES, PUBLICATION_KINDS } from '../accounts/lists.ts';
import type { Call } from './common.ts';
import { NEWS_LANGUAGES } from './news.ts';

export { PUBLICATION_CATEGORIES, PUBLICATION_KINDS, type PublicationKind } from '../accounts/lists.ts';

const ofCompany = <S extends v.GenericSchema>(path: string, data: S): Call<S> => ({
  path: `/api/web/company/{company}/publications${path}`,
  data,
});

/** Characters of what is published, and of the reason of a withdrawal. */
export const MOST_PUBLISHED = { title: 300, summary: 1_000, link: 2_000, symbols: 10, reason: 500 } as const;

const title = /* @__PURE__ */ text(MOST_PUBLISHED.title, 'titleEmpty');
/** '' becomes null. */
const summary = v.nullable(
  v.pipe(
    /* @__PURE__ */ anyText(MOST_PUBLISHED.summary),
    v.transform((input) => input || null),
  ),
);
const link = v.nullable(
  v.pipe(
    v.string('linkFormat'),
    v.trim(),
    v.maxLength(MOST_PUBLISHED.link, /* @__PURE__ */ saying('tooLong', MOST_PUBLISHED.link)),
    v.regex(/^https?:\/\/[^\s/]/, 'linkFormat'),
    v.url('linkFormat'),
  ),
);
const symbols = v.pipe(
  v.array(v.pipe(v.string('symbolsFormat'), v.regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/, 'symbolsFormat')), 'symbolsFormat'),
  v.maxLength(MOST_PUBLISHED.symbols, 'symbolsFormat'),
  v.transform((list) => [...new Set(list)]),
);

/** What is published. Finger's own rules decide whether it is important. */
export const publicationShape = /* @__PURE__ */ fields(
  {
    language: /* @__PURE__ */ choice(NEWS_LANGUAGES, 'choiceUnknown'),
    title,
    summary: v.optional(summary, null),
    link: v.optional(link, null),
    category: /* @__PURE__ */ choice(PUBLICATION_CATEGORIES, 'choiceUnknown'),
    symbols: v.optional(symbols, () => []),
  },
  'titleEmpty',
);
export type PublicationBody = v.InferOutput<typeof publicationShape>;
/** The corrected words; what is left out stays as it is. Readers see the earlier words too. */
export const correctionShape = /* @__PURE__ */ v.partial(/* @__PURE__ */ fields({ title, summary }, 'titleEmpty'));
export type CorrectionBody = v.InferOutput<typeof correctionShape>;
/** The company's members see the reason, readers do not. */
export const withdrawalShape = /* @__PURE__ */ fields(
  { reason: /* @__PURE__ */ text(MOST_PUBLISHED.reason, 'reasonEmpty') },
  'reasonEmpty',
);

/** ISO 8601 in UTC */
const instant = v.string();
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
  member: v.object({ id: v.string(), nickname: v.string() }),
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
 * not confirmed or has no licence. With the header Idempotency-Key a repetition gives the first answer again; another
 * publication with the same key gets 409.
 */
export const newsPublicationCall = /* @__PURE__ */ ofCompany('/news', publishedPublicationData);
export const flashPublicationCall = /* @__PURE__ */ ofCompany('/flash', publishedPublicationData);
/** PUT correctionShape, with the permission publishing.correct. 404 for what is not the company's, 410 if withdrawn. */
export const publicationCall = /* @__PURE__ */ ofCompany('/{id}', publishedPublicationData);
/** POST withdrawalShape, with the permission publishing.withdraw. */
export const publicationWithdrawalCall = /* @__PURE__ */ ofCompany('/{id}/withdraw', publishedPublicationData);

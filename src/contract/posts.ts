/**
 * The calls of posts, as they go over the wire: analysts and brokers write them, everyone reads them. Bodies are in
 * forms/postForms.ts. Those below `mine` need the token of a session in the header `token`.
 */
import * as v from 'valibot';
import { ADVICE, HOLDINGS, HORIZONS, PRODUCTS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';
import { licenseData } from './companyWork.ts';
import { itemId, newsLanguage, publisher } from './news.ts';

const ROOT = '/api/web/posts/';
const call = /* @__PURE__ */ callsBelow(ROOT);

/** Who has written it, as they are when it is read. `nickname` is null if they have left and taken their name along. */
const author = v.object({
  nickname: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  /** Null if they have none that everyone may see any more */
  license: v.nullable(licenseData),
  /** In whose name it was written, as long as that company is confirmed */
  company: v.nullable(publisher),
});

/** The elements that a text can have. */
export const TEXT_TAGS = ['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 'a', 'br'] as const;
/** A part of a text: words, or an element. A link without an address is text. */
export type PostNode = string | { tag: (typeof TEXT_TAGS)[number]; href?: string; children: PostNode[] };
export const postNode: v.GenericSchema<PostNode> = v.union([
  v.string(),
  v.object({
    tag: v.picklist(TEXT_TAGS),
    href: v.exactOptional(v.string()),
    // More of these: the OpenAPI document numbers what contains itself, and would mix it up with another shape.
    children: v.array(v.any()),
  }),
]);
const nodes = v.array(postNode);

const recommendation = v.object({
  product: v.picklist(PRODUCTS),
  advice: v.picklist(ADVICE),
  horizon: v.picklist(HORIZONS),
  basis: v.string(),
  method: v.string(),
  risk: v.string(),
  updates: v.string(),
  /** What was recommended otherwise in the twelve months before; '' if nothing */
  earlier: v.string(),
  /** '' if the author has named none besides the position */
  interests: v.string(),
});

/** A post in a list. */
export const postEntry = v.object({
  id: itemId,
  author,
  language: newsLanguage,
  title: v.string(),
  /** The beginning of its text, without marks */
  summary: v.string(),
  symbols: v.array(v.string()),
  recommendation: v.nullable(recommendation),
  /** Never changes: lists are ordered by it, newest first */
  publishedAt: instant,
  correctedAt: v.nullable(instant),
});
export type PostEntry = v.InferOutput<typeof postEntry>;

/** An earlier wording, which was replaced at a time. */
const earlier = v.object({ title: v.string(), text: nodes, until: instant });

export const post = v.object({
  ...postEntry.entries,
  text: nodes,
  /** The official series that it shows */
  series: v.nullable(v.string()),
  holding: v.picklist(HOLDINGS),
  pricesOn: v.nullable(v.string()),
  /** Oldest first */
  earlier: v.array(earlier),
});
export type Post = v.InferOutput<typeof post>;

/** A post as readers see it, or would: what its author has not stated yet is null. */
const shownPost = v.object({
  ...post.entries,
  holding: v.nullable(post.entries.holding),
  recommendation: v.nullable(
    v.object({
      ...recommendation.entries,
      product: v.nullable(recommendation.entries.product),
      advice: v.nullable(recommendation.entries.advice),
      horizon: v.nullable(recommendation.entries.horizon),
    }),
  ),
});
export type ShownPost = v.InferOutput<typeof shownPost>;

/**
 * draft     only its author sees it
 * waiting   sent, and the operator reads it first, as the first of an author
 * refused   the operator has refused it, with a reason; it can be changed and sent again
 */
export const POST_STATES = ['draft', 'waiting', 'refused', 'published', 'withdrawn'] as const;

/** A post as its author has it. */
const ownPost = v.object({
  id: itemId,
  state: v.picklist(POST_STATES),
  /** The draft, by draftShape(); of a published post what was published */
  draft: v.record(v.string(), v.unknown()),
  /** The company in whose name it is written, by its id */
  company: v.nullable(v.string()),
  /** Why it was withdrawn or refused */
  reason: v.nullable(v.string()),
  /** Whether a moderator has refused or withdrawn it, and not its author: there is a decision to appeal against */
  isDecided: v.boolean(),
  savedAt: instant,
  publishedAt: v.nullable(instant),
});
export type OwnPost = v.InferOutput<typeof ownPost>;

/** What an author waits for before they can publish: a license that is checked. */
export const WAITS = ['none', 'submitted', 'refused'] as const;

/** RSS 2.0 and JSON Feed 1.1 of the newest posts of an author, with words of a locale such as 'ja'. */
export const POST_FEED_PATHS = {
  rss: `${ROOT}rss/{locale}/{nickname}`,
  json: `${ROOT}json/{locale}/{nickname}`,
} as const;
export type PostFeed = keyof typeof POST_FEED_PATHS;

export const postListCall = call('list', v.object({ list: v.array(postEntry), next: v.nullable(v.string()) }));
export const postCall = call('{id}', post);
/** `companies`: those in whose name the author may write. `owner` tells whose drafts a device keeps, and nothing else. */
export const ownPostsCall = call(
  'mine',
  v.object({
    list: v.array(ownPost),
    next: v.nullable(v.string()),
    waits: v.nullable(v.picklist(WAITS)),
    owner: v.string(),
    companies: v.array(v.object({ id: v.string(), name: v.string() })),
  }),
);
/** A post of the caller's as it is stored, and as readers see it or would; null once it is dropped. */
const stored = v.object({ id: itemId, post: v.nullable(shownPost), savedAt: instant });
/** POST saves a new draft. */
export const draftCall = call('mine/draft', stored);
/**
 * PUT saves the draft again; `since` in its body is the `savedAt` of the one that was changed, and another one saved since
 * is a conflict. DELETE drops it.
 */
export const ownPostCall = call('mine/{id}', stored);
/** POST returns a public post as readers would see it once it is corrected, and changes nothing. */
export const previewCall = call('mine/{id}/preview', stored);
/** POST publishes the saved draft. */
export const publishPostCall = call('mine/{id}/publish', v.object({ state: v.picklist(POST_STATES) }));
/** POST */
export const correctPostCall = call('mine/{id}/correct', v.object({ text: nodes }));
/** POST */
export const withdrawPostCall = call('mine/{id}/withdraw', v.nullable(v.object({})));

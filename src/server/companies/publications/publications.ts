/**
 * News and flash that companies publish, for readers: all of it goes through news/publishing.ts. Readers see the name of
 * the company and its license, as they are confirmed when they look.
 */
import { and, desc, eq, lt, ne } from 'drizzle-orm';
import type { Publication, PublicationKind } from '../../../contract/companyPublishing.ts';
import { ITEM_ID, type NewsLanguage } from '../../../contract/news.ts';
import type { Correction, Publishing } from '../../../forms/publicationForms.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import { needsLicense, publicLicense, shownLicense } from '../../applications/licenses.ts';
import type { Orm } from '../../db/database.ts';
import { audit, companyMembers, newsItems, users } from '../../db/schema.ts';
import { companyAs, type Published, publish, reword, type Unchanged, withdraw } from '../../news/publishing.ts';
import { createStore } from '../../news/store.ts';
import { byMember } from '../assigned/assignedWork.ts';
import { type CompanyActor, NOT_FOUND } from '../companyCalls.ts';
import { isConfirmed, UNCONFIRMED } from '../confirmed.ts';
import { PAGE } from '../pages.ts';

/** What is published where: for readers, or in the sandbox. */
export interface PublicationStore {
  publish: (context: CompanyActor, item: Item, key: string | undefined) => Promise<Outcome<Done>>;
  correct: (context: CompanyActor, correction: Correction) => Promise<Outcome<Done>>;
  withdraw: (context: CompanyActor, reason: string) => Promise<Outcome<Done>>;
  /** Newest first; null if `after` is none of the list. One more than a page, if there are more. */
  list: (orm: Orm, company: string, which: Which) => Promise<Publication[] | null>;
}
export type Item = Publishing<NewsLanguage>;
export interface Which {
  kind: PublicationKind | undefined;
  /** The id of the last one of the page before */
  after: string | undefined;
  locale: Locale;
}
export interface Done {
  id: string;
  revision: number;
}

export const GONE: Outcome<never> = { error: 'gone', message: 'server.gone', field: 'id' };
export const KEY_USED: Outcome<never> = { error: 'conflict', message: 'server.keyUsed' };
const UNLICENSED: Outcome<never> = { error: 'conflict', message: 'server.company.unlicensed' };
/** Publishing waits for the license of an analyst or broker. */
const WAITING: Outcome<never> = { error: 'conflict', message: 'server.company.memberUnlicensed' };

/**
 * The author of a company's items: the member, whichever key has called. A repetition with the same idempotency key is one
 * on a page too, and after the rotation of a key.
 */
const authorOf = ({ company, member }: CompanyActor) =>
  companyAs({ id: company.id, member: member.id }, byMember({ company, member }));

const outcomeOf = (done: Published | Unchanged): Outcome<Done> => {
  if (typeof done !== 'string') return { data: { id: String(done.id), revision: done.revision } };
  if (done === 'untitled') return fault('title', 'titleEmpty');
  return done === 'gone' ? GONE : NOT_FOUND;
};

/** The number of the path, if it is an item of the company. Undefined for those of others too. */
async function ownItem({ orm, company, param }: CompanyActor) {
  const id = param('id');
  if (!ITEM_ID.test(id)) return undefined;
  const [item] = await orm
    .select({ id: newsItems.id, title: newsItems.title })
    .from(newsItems)
    // What retention has emptied is known by its guid alone.
    .where(and(eq(newsItems.id, Number(id)), eq(newsItems.company, company.id), ne(newsItems.title, '')));
  return item;
}

/** For readers. */
export const LIVE: PublicationStore = {
  async publish(context, item, key) {
    const { orm, now, company, member, note } = context;
    if (!isConfirmed(company)) return UNCONFIRMED;
    if (!company.licence) return UNLICENSED;
    if (member.user && (await needsLicense(orm, member.user))) return WAITING;
    const done = await publish(orm, createStore({ orm, pool: null }, { now: () => now }), authorOf(context), item, {
      key,
      now,
      also: (id) => note('published', { publication: String(id), title: item.title }),
    });
    return done === 'keyUsed' ? KEY_USED : outcomeOf(done);
  },

  async correct(context, correction) {
    const { orm, now, note } = context;
    const item = await ownItem(context);
    if (!item) return NOT_FOUND;
    const done = await reword(orm, authorOf(context), { id: String(item.id), ...correction }, now);
    if (typeof done !== 'string') await note('corrected', { publication: String(item.id), title: item.title });
    return outcomeOf(done);
  },

  async withdraw(context, reason) {
    const { orm, now, note } = context;
    const item = await ownItem(context);
    if (!item) return NOT_FOUND;
    const done = await withdraw(orm, authorOf(context).by, item.id, now, reason);
    if (typeof done !== 'string') await note('withdrawn', { publication: String(item.id), title: item.title, reason });
    return outcomeOf(done);
  },

  async list(orm, company, { kind, after, locale }) {
    if (after !== undefined && !ITEM_ID.test(after)) return null;
    const rows = await orm
      .select({ item: newsItems, nickname: users.name, license: publicLicense(users.id), reason: audit.detail })
      .from(newsItems)
      .leftJoin(companyMembers, eq(companyMembers.id, newsItems.companyMember))
      .leftJoin(users, eq(users.id, companyMembers.user))
      .leftJoin(audit, and(eq(audit.item, newsItems.id), eq(audit.action, 'withdraw')))
      .where(
        and(
          eq(newsItems.company, company),
          ne(newsItems.title, ''),
          kind && eq(newsItems.kind, kind),
          after === undefined ? undefined : lt(newsItems.id, Number(after)),
        ),
      )
      .orderBy(desc(newsItems.id))
      .limit(PAGE + 1);
    return rows.map(({ item, nickname, license, reason }): Publication => {
      const { kind: of, language, title, summary, link, symbols, revision, withdrawnAt } = item;
      return {
        id: String(item.id),
        kind: of,
        language,
        title,
        summary,
        link,
        symbols,
        revision,
        category: item.category as Publication['category'],
        publishedAt: item.publishedAt.toISOString(),
        updatedAt: item.updatedAt.toISOString(),
        // An editor withdraws without a reason.
        withdrawn: withdrawnAt && { at: withdrawnAt.toISOString(), reason: reason ?? '' },
        member: {
          id: item.companyMember ?? '',
          nickname: nickname ?? '',
          license: license && shownLicense(license, locale),
        },
      };
    });
  },
};

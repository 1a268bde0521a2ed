/** What sandbox keys publish: kept apart from the news, so that nobody but their company can see it. */
import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Publication } from '../../../contract/companyPublishing.ts';
import { publicLicense, shownLicense } from '../../applications/licenses.ts';
import { companyMembers, sandboxItems, users } from '../../db/schema.ts';
import { judge } from '../../news/importance.ts';
import { emit } from '../../webhooks/queue.ts';
import { type CompanyActor, NOT_FOUND } from '../companyCalls.ts';
import { PAGE } from '../pages.ts';
import { GONE, type Item, KEY_USED, type PublicationStore } from './publications.ts';

/** As it is stored */
interface Stored extends Item {
  /** What the publication said at first, for its repetition with the same key */
  said: string;
  /** Of its withdrawal */
  reason?: string;
}

/** Publications that the sandbox keeps of a company: the newest. */
export const MOST_IN_SANDBOX = 1_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NEWEST_FIRST = [desc(sandboxItems.publishedAt), desc(sandboxItems.id)] as const;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The id of what is published with an idempotency key: always the same. */
const idOf = ({ member }: CompanyActor, key: string | undefined) =>
  key === undefined
    ? randomUUID()
    : hashOf([member.id, key])
        .slice(0, 32)
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The item of the path, if it is the company's. */
async function ownItem({ orm, company, param }: CompanyActor) {
  const id = param('id');
  if (!UUID.test(id)) return undefined;
  const [row] = await orm
    .select()
    .from(sandboxItems)
    .where(and(eq(sandboxItems.id, id), eq(sandboxItems.company, company.id)));
  return row && { ...row, item: row.item as Stored };
}

export const SANDBOX: PublicationStore = {
  async publish(context, item, key) {
    const { orm, now, company, member } = context;
    const id = idOf(context, key);
    const digest = hashOf(item);
    const [made] = await orm
      .insert(sandboxItems)
      .values({
        id,
        company: company.id,
        member: member.id,
        publishedAt: now,
        updatedAt: now,
        revision: 1,
        item: { ...item, said: digest } satisfies Stored,
      })
      .onConflictDoNothing()
      .returning({ id: sandboxItems.id });
    if (!made) {
      const before = await ownItem({ ...context, param: () => id });
      return before?.item.said === digest ? { data: { id, revision: before.revision } } : KEY_USED;
    }
    await orm.delete(sandboxItems).where(
      inArray(
        sandboxItems.id,
        orm
          .select({ id: sandboxItems.id })
          .from(sandboxItems)
          .where(eq(sandboxItems.company, company.id))
          .orderBy(...NEWEST_FIRST)
          .offset(MOST_IN_SANDBOX),
      ),
    );
    const type = `${item.kind}.published` as const;
    const to = { company: company.id, kind: 'sandbox' as const };
    const { language, title } = item;
    const data = { id, language, title, importance: judge(item).importance };
    await emit(orm, [{ to, type, event: `${type} sandbox ${id}`, data }], now);
    return { data: { id, revision: 1 } };
  },

  async correct(context, correction) {
    const { orm, now } = context;
    const row = await ownItem(context);
    if (!row) return NOT_FOUND;
    if (row.withdrawnAt) return GONE;
    const { title = row.item.title, summary = row.item.summary } = correction;
    if (title === row.item.title && summary === row.item.summary) {
      return { data: { id: row.id, revision: row.revision } };
    }
    const revision = row.revision + 1;
    await orm
      .update(sandboxItems)
      .set({ item: { ...row.item, title, summary }, updatedAt: now, revision })
      .where(eq(sandboxItems.id, row.id));
    return { data: { id: row.id, revision } };
  },

  async withdraw(context, reason) {
    const { orm, now } = context;
    const row = await ownItem(context);
    if (!row) return NOT_FOUND;
    if (row.withdrawnAt) return GONE;
    await orm
      .update(sandboxItems)
      .set({ item: { ...row.item, reason }, withdrawnAt: now, updatedAt: now })
      .where(eq(sandboxItems.id, row.id));
    return { data: { id: row.id, revision: row.revision } };
  },

  async list(orm, company, { kind, after, locale }) {
    if (after !== undefined && !UUID.test(after)) return null;
    const rows = await orm
      .select({ row: sandboxItems, nickname: users.name, license: publicLicense(users.id) })
      .from(sandboxItems)
      .leftJoin(companyMembers, eq(companyMembers.id, sandboxItems.member))
      .leftJoin(users, eq(users.id, companyMembers.user))
      .where(
        and(
          eq(sandboxItems.company, company),
          kind && sql`${sandboxItems.item} ->> 'kind' = ${kind}`,
          after === undefined
            ? undefined
            : sql`(${sandboxItems.publishedAt}, ${sandboxItems.id}) < (select published_at, id from ${sandboxItems} last
                where last.id = ${after} and last.company = ${company})`,
        ),
      )
      .orderBy(...NEWEST_FIRST)
      .limit(PAGE + 1);
    return rows.map(({ row, nickname, license }): Publication => {
      const { said: _, reason = '', ...item } = row.item as Stored;
      return {
        ...item,
        id: row.id,
        revision: row.revision,
        publishedAt: row.publishedAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        withdrawn: row.withdrawnAt && { at: row.withdrawnAt.toISOString(), reason },
        member: { id: row.member, nickname: nickname ?? '', license: license && shownLicense(license, locale) },
      };
    });
  },
};

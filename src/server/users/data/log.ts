/**
 * The log of an account: what its owner did, what was mailed to them, and who has looked at or decided on something of
 * theirs. One query reads it from what is stored anyway; nobody but companies is named.
 */
import { sql } from 'drizzle-orm';
import { readMails } from '../../../catalogue/mails.ts';
import { type LogEntry, logCall } from '../../../contract/users.ts';
import { LOG_KINDS, type LogKind } from '../../../forms/lists.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { fault } from '../../apiCalls.ts';
import { cursorOf, PAGE, paged, readCursor } from '../../companies/pages.ts';
import { CONTENT } from '../../content.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { rowsOf } from '../../db/rows.ts';
import {
  applicationAudit,
  applications,
  companies,
  mails,
  postAudit,
  posts,
  questionAudit,
  questions,
  userAudit,
  userSignIns,
} from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import type { UserPart } from '../userCalls.ts';
import { type LogRow, logWords } from './logWords.ts';

/** The log goes back twelve months. What only it needs is removed after that (tidy.ts). */
export function logBegin(now: Date): Date {
  const begin = new Date(now);
  begin.setUTCFullYear(begin.getUTCFullYear() - 1);
  return begin;
}

/** Who acts in the audits if it is the owner, logged in or not */
const OWNER = sql`('user', 'applicant', 'visitor')`;

/** Everything of a user that has a place in the log. */
function logOf(userId: string) {
  const references = sql`(select reference from ${applications} where user_id = ${userId}
    union all select reference from ${questions} where user_id = ${userId})`;
  const audited = (table: typeof applicationAudit, mark: string) => sql`
    select at, ${mark} || id, case when by in ${OWNER} then 'changes' else 'access' end, action, by, reference, detail
      from ${table} where reference in ${references} or reference = ${userId}`;
  return sql`
    select at, 's' || id as id, 'signIns' as kind, outcome as action, '' as by, '' as reference, json_build_object(
        'method', method, 'browser', browser, 'system', system, 'country', country, 'city', city, 'times', times)::text
        as detail
      from ${userSignIns} where user_id = ${userId}
    union all
    select at, 'u' || id, case when action in ('deviceEnded', 'devicesEnded') then 'devices'
        when action = 'downloaded' then 'data' when by in ${OWNER} then 'changes' else 'access' end,
        action, by, '', detail
      from ${userAudit} where reference = ${userId}
    union all ${audited(applicationAudit, 'a')}
    union all ${audited(questionAudit, 'q')}
    union all
    select audit.at, 'p' || audit.id, 'access', audit.action, audit.by, post.title, audit.detail
      from ${postAudit} audit join ${posts} post on post.id::text = audit.reference where post.author = ${userId}
    union all
    select sent_at, 'm' || id, 'mails', name, '', about, null
      from ${mails} where state = 'sent' and (about = ${userId} or about in ${references})`;
}

/** Names of companies in an audit: 'company ID member ID', with ' key ID' if its system has called; or of a detail. */
const companyNamed = (id: ReturnType<typeof sql>) => sql`(select name from ${companies} c where c.id = ${id})`;

/** The log, newest first, in the words of a language. */
export async function readLog(
  orm: Orm,
  userId: string,
  {
    now,
    locale,
    kind,
    after,
    limit,
  }: { now: Date; locale: Locale } & Partial<{
    kind: LogKind | undefined;
    after: readonly [string, string] | undefined;
    limit: number;
  }>,
): Promise<LogEntry[]> {
  const isOfKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  const isOlder = after ? sql`and (at, id) < (${new Date(after[0]).toISOString()}::timestamptz, ${after[1]})` : sql``;
  const rows = await guarded('reading a log', () =>
    rowsOf<LogRow>(
      orm,
      sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id, kind, action, by,
          reference, detail, ${companyNamed(sql`split_part(log.by, ' ', 2)`)} as company,
          ${companyNamed(sql`log.detail`)} as named
        from (${logOf(userId)}) log
        where at >= ${logBegin(now).toISOString()}::timestamptz ${isOfKind} ${isOlder}
        order by log.at desc, log.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
    ),
  );
  const say = logWords(locale, readMails(CONTENT));
  return rows.map((row) => ({ id: row.id, at: row.at, kind: row.kind, text: say(row) }));
}

export function addLog({ calls }: Pick<UserPart, 'calls'>): void {
  calls.withSession({
    call: logCall,
    operationId: 'userLog',
    summary: 'What happened in the account in the last 12 months, newest first. after asks for the following page',
    refuses: ['invalid'],
    handle: async ({ c, orm, now, user }) => {
      const given = c.req.query('kind');
      const kind = LOG_KINDS.find((candidate) => candidate === given);
      if (given && !kind) return fault('kind', 'choiceUnknown');
      const after = readCursor(c.req.query('after'));
      if (after === null || (after && Number.isNaN(Date.parse(after[0]))))
        return { error: 'invalid', message: 'server.cursor', field: 'after' };
      const locale = localeOf(c.req.header('accept-language'));
      const entries = await readLog(orm, user.id, { now, locale, kind, after, limit: PAGE + 1 });
      const { page, next } = paged(entries, (last) => cursorOf(last.at, last.id));
      return { data: { entries: page, next } };
    },
  });
}

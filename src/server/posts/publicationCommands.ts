/** What an operator does with posts and with replies: reads those that wait, shows or refuses them, withdraws what must go. */
import * as v from 'valibot';
import { ITEM_ID } from '../../contract/all.ts';
import { MOST_POST } from '../../forms/postForms.ts';
import { type Command, command, looksLike, oneOf, text } from '../command.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import type { postAudit } from '../db/schema.ts';
import { auditLines, minute, note } from '../shared/records.ts';

/** States of what was sent: a draft is its author's alone. */
export const SENT = ['waiting', 'refused', 'published', 'withdrawn'] as const;
type Sent = (typeof SENT)[number];

const DONE = { published: 'is public', refused: 'is refused', withdrawn: 'is withdrawn' } as const;
export interface Decision {
  id: number;
  to: keyof typeof DONE;
  reason: string | null;
  by: string;
}

interface Found {
  nickname: string | null;
  author: string | null;
  state: string;
  since: Date;
  publishedAt: Date | null;
  reason: string | null;
  /** Further lines */
  facts: string[];
  text: string;
}

interface Kind {
  /** 'posts', 'post' */
  many: string;
  one: string;
  audit: typeof postAudit;
  /** Those of a state, newest first */
  list: (orm: Orm, state: Sent) => Promise<{ id: number; since: Date; words: string[] }[]>;
  /** One that was sent */
  find: (orm: Orm, id: number) => Promise<Found | undefined>;
  /** Returns the state before, which is another one if nothing was done */
  decide: (orm: Orm, decision: Decision, now: Date) => Promise<string>;
}

/** The commands of one kind, by what is typed. */
export function publicationCommands({ many, one, audit, list, find, decide }: Kind): Record<string, Command> {
  const TARGET = { id: looksLike(ITEM_ID, `the numbers in '${many} list'`) };
  const WHY = { why: v.optional(v.pipe(text('the reason, for the author'), v.maxLength(MOST_POST.reason))) };
  const unknown = (id: string) => new Refusal(`There is no ${one} ${id}: '${many} list' shows those there are.`);
  const name = `${one[0]?.toUpperCase()}${one.slice(1)}`;

  async function decided(
    orm: Orm,
    { id, to, why, by }: { id: string; to: Decision['to']; why?: string | undefined; by: string },
    now: Date,
  ): Promise<string[]> {
    if (to !== 'published' && !why) throw new Refusal('Say why: --why TEXT');
    const before = await decide(orm, { id: Number(id), to, reason: why ?? null, by }, now);
    if (before === 'unknown') throw unknown(id);
    if (before !== (to === 'withdrawn' ? 'published' : 'waiting')) throw new Refusal(`${name} ${id} is ${before}.`);
    return [`${name} ${id} ${DONE[to]}.`];
  }

  return {
    [`${many} list`]: command({
      about: 'those that wait, or of another state, newest first',
      options: { state: v.optional(oneOf('state', SENT), 'waiting') },
      run: async ({ orm }, { state }) => {
        const rows = await guarded(`listing ${many}`, () => list(orm, state));
        const lines = rows.map(({ id, since, words }) => [id, minute(since), ...words].join('  '));
        return lines.length > 0 ? lines : [`No ${one} is ${state}.`];
      },
    }),
    [`${many} show`]: command({
      about: `a ${one}, its author, audit`,
      args: TARGET,
      run: async ({ orm }, { id, by }, now) => {
        const found = await guarded(`showing a ${one}`, () => find(orm, Number(id)));
        if (!found) throw unknown(id);
        await note(audit, orm, { at: now, reference: id, by, action: 'shown' });
        const { nickname, author, state, since, publishedAt, reason, facts } = found;
        return [
          `author: ${nickname ?? 'has left'} ${author ?? ''}`.trim(),
          `state: ${state}`,
          `saved: ${minute(since)}`,
          ...(publishedAt ? [`published: ${minute(publishedAt)}`] : []),
          ...(reason ? [`reason: ${reason}`] : []),
          ...facts,
          'text:',
          ...found.text.split('\n').map((line) => `  ${line}`),
          ...(await auditLines(audit, orm, id)),
        ];
      },
    }),
    [`${many} publish`]: command({
      about: `shows a ${one} that waits; the next of its author are shown at once`,
      args: TARGET,
      run: ({ orm }, given, now) => decided(orm, { ...given, to: 'published' }, now),
    }),
    [`${many} refuse`]: command({
      about: `gives a ${one} that waits back to its author`,
      args: TARGET,
      options: WHY,
      run: ({ orm }, given, now) => decided(orm, { ...given, to: 'refused' }, now),
    }),
    [`${many} withdraw`]: command({
      about: `takes a public ${one} from the site`,
      args: TARGET,
      options: WHY,
      run: ({ orm }, given, now) => decided(orm, { ...given, to: 'withdrawn' }, now),
    }),
  };
}

/** Who follows whom. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './userTables.ts';

const aUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const userFollows = pgTable(
  'user_follows',
  { follower: aUser(), followed: aUser(), at: instant('at').notNull() },
  (table) => [
    primaryKey({ columns: [table.follower, table.followed] }),
    // Lists are read backwards.
    index('user_follows_by_follower').on(table.follower, table.at, table.followed),
    index('user_follows_by_followed').on(table.followed, table.at, table.follower),
  ],
);

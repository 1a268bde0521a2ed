/** Columns and tables of the same kind in several places of the schema. */
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { FILE_TYPES } from '../../../contract/files.ts';

/** Drizzle's default has no time zone, and shifts times where the server's clock is not in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A table of actions, by a visitor or an operator. No personal data, so erasing their object keeps them. */
export const auditTable = (name: string) =>
  pgTable(
    name,
    {
      id: uuid().primaryKey().defaultRandom(),
      at: instant('at').notNull(),
      /** '' if the action concerned all of them */
      reference: text().notNull(),
      by: text().notNull(),
      action: text().notNull(),
      detail: text(),
    },
    (table) => [index(`${name}_by_reference`).on(table.reference, table.at)],
  );

/** A table of uploaded files, named by their id. Without an owner they are deleted after a day (shared/files.ts). */
export const filesTable = (name: string, owner: string) =>
  pgTable(
    name,
    {
      id: text().primaryKey(),
      /** Null until the file is uploaded */
      type: text({ enum: FILE_TYPES }),
      /** Until the file is uploaded, its largest allowed size */
      bytes: integer().notNull(),
      createdAt: instant('created_at').notNull(),
      /** The reference of what it was sent with */
      owner: text(owner),
      /** The uploader's network as a keyed hash (reference.ts), until the file has an owner */
      network: text(),
    },
    (table) => [index(`${name}_by_${owner}`).on(table.owner)],
  );

/** A table of what the fetcher knows of its sources (feeds/states.ts). */
export const sourcesTable = (name: string) =>
  pgTable(name, {
    id: text().primaryKey(),
    etag: text(),
    lastModified: text('last_modified'),
    checkedAt: instant('checked_at'),
    okAt: instant('ok_at'),
    failures: integer().notNull(),
    nextAt: instant('next_at'),
    /** A kind of failure, never a message */
    lastError: text('last_error_kind'),
    itemsSeen: integer('items_seen').notNull(),
  });

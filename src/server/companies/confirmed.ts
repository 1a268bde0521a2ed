/**
 * The operator confirms name, country and license of a company. Until then it has no public name, publishes nothing, gets
 * no live key and no application or question. A change of name, country or license ends the
 * confirmation.
 */

import type { Outcome } from '../apiCalls.ts';
import type { companies } from '../db/schema.ts';

export const isConfirmed = ({ confirmedAt }: Pick<typeof companies.$inferSelect, 'confirmedAt'>): boolean =>
  confirmedAt !== null;

/** What a company that is not confirmed gets instead. */
export const UNCONFIRMED: Outcome<never> = { error: 'conflict', message: 'server.company.unconfirmed' };

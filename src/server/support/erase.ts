import { lt } from 'drizzle-orm';
import { questionAudit, questions } from '../db/schema.ts';
import type { Erasable } from '../shared/erase.ts';
import { PICTURES } from '../shared/files.ts';

/** How questions are erased. */
export const ERASED_QUESTIONS: Erasable = {
  table: questions,
  audit: questionAudit,
  shelf: PICTURES,
  doing: { erase: 'erasing a question', look: 'looking for old questions' },
  isOver: (before) => lt(questions.closedAt, before),
};

/** The shapes of replies to posts. */
import * as v from 'valibot';
import { fields, lines } from './fields.ts';
import { MOST_REPLY } from './lists.ts';

const id = v.pipe(v.string('choiceUnknown'), v.regex(/^[1-9]\d{0,14}$/, 'choiceUnknown'));
const text = lines(MOST_REPLY, 'replyEmpty');

/** `answered`: the reply that it answers, of either level; null if it answers the post. */
export const replyShape = fields({ post: id, answered: v.optional(v.nullable(id), null), text }, 'replyEmpty');
export const replyCorrectionShape = fields({ text }, 'replyEmpty');

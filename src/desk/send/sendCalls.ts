/** Calls that send changes for review. */
import { z } from 'zod';
import { call } from '../server/call.ts';
import { beginAnew, pushAgain, send, setEditor } from './send.ts';

const id = z.string().regex(/^[0-9a-f]{40,64}$/);
const nothing = z.strictObject({});

export const sendCalls = {
  send: call(
    z.strictObject({ title: z.string(), head: id, tree: id, withProblems: z.boolean().default(false) }),
    (input) => send(input),
  ),
  pushAgain: call(nothing, () => pushAgain()),
  beginAnew: call(nothing, () => beginAnew()),
  setEditor: call(z.strictObject({ name: z.string().max(200), mail: z.string().max(200) }), (input) =>
    setEditor(input),
  ),
};

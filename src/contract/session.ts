/** Who is logged in, and logging out: what every page of a user calls. The other calls are in users.ts. */
import * as v from 'valibot';
import { callsBelow } from './common.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/user/');

/** Who is logged in, as every page shows it. `avatar` is its path, or null; `seconds`: how long the token is kept. */
export const meData = v.object({ nickname: v.string(), avatar: v.nullable(v.string()), seconds: v.number() });
export type Me = v.InferOutput<typeof meData>;
export const meCall = /* @__PURE__ */ call('me', meData);
/** POST */
export const logOutCall = /* @__PURE__ */ call('logout', v.nullable(v.object({})));

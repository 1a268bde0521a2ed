/** The calls about a company's keys for the partner API. Bodies are in forms/keyForms.ts; see contract/companies.ts. */
import * as v from 'valibot';
import { KEY_KINDS, SCOPES } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/company/{company}/keys');
const nothing = v.nullable(v.object({}));
const made = v.object({ id: v.string() });

const key = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(KEY_KINDS),
  scopes: v.array(v.picklist(SCOPES)),
  /** CIDR */
  networks: v.array(v.string()),
  perMinute: v.number(),
  /** In whose name it calls; the nickname is '' if the user is erased */
  member: v.object({ id: v.string(), nickname: v.string() }),
  createdAt: instant,
  expiresAt: v.nullable(instant),
  revokedAt: v.nullable(instant),
  /** To the minute; null if never */
  usedAt: v.nullable(instant),
  /** The id of the key that it replaces */
  replaces: v.nullable(v.string()),
  /** Calls that were refused in the last seven days, by code (PARTNER_CODES) */
  refusals: v.array(v.object({ code: v.number(), calls: v.number() })),
});
export type CompanyKey = v.InferOutput<typeof key>;

export const keysData = v.object({ keys: v.array(key) });
/** GET: all, newest first. POST adds one, in the name of the caller. */
export const keysCall = /* @__PURE__ */ call('', keysData);
export const keyMadeCall = /* @__PURE__ */ call('', made);
/** PUT of its name and networks; DELETE revokes it at once. */
export const keyCall = /* @__PURE__ */ call('/{key}', nothing);
/** PUT */
export const keyLimitCall = /* @__PURE__ */ call('/{key}/limit', nothing);
/** POST: a new key in the name of the caller, and when the old one ends. */
export const keyRotationCall = /* @__PURE__ */ call('/{key}/rotation', made);

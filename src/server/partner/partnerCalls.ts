/** The calls of partners: the layers by which a key is known, and what their document says. */
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Call } from '../../contract/common.ts';
import { PARTNER_CODES } from '../../contract/errors.ts';
import type { Scope } from '../../contract/partner.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiContext, type ApiEnv, fail } from '../answers.ts';
import { type CallContext, type CallDefinition, checkBody, createCalls, type Guard, type NoBody } from '../apiCalls.ts';
import { changing, type NoteChange } from '../companies/companyCalls.ts';
import type { MemberRow } from '../companies/permissions/memberPermissions.ts';
import { type CompanyRow, noteIn } from '../companies/rows.ts';
import type { Database } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import { schemaOf } from '../openApi.ts';
import { type KeyRow, usableKey } from './keyRows.ts';
import { type Layer, type LayersOptions, mayCall, type Passed, type Passing, pass } from './layers.ts';
import { createNonces } from './nonces.ts';
import { createRefusals } from './refusals.ts';
import { VERSION_HEADER, type Versioning, versionHeaders } from './versions.ts';

/** What the handler of a partner's call gets. */
export interface Partner extends CallContext {
  key: KeyRow;
  company: CompanyRow;
  /** In whose name the key calls */
  member: MemberRow;
}
/** What the handler of a call that changes something gets: the transaction as `orm`, and the company's audit. */
interface PartnerChange extends Partner {
  note: NoteChange;
}

/** Optional texts by name. Faults are messages of the shapes, as in bodies. */
type QueryShape = v.ObjectSchema<v.ObjectEntries, undefined>;
type NoQuery = v.ObjectSchema<Record<never, v.GenericSchema>, undefined>;

interface Needs<Q extends QueryShape> {
  /** Null: every key may make it */
  scope: Scope | null;
  /** What the member of the key must hold: an id of content/permissions.yml */
  permission?: string;
  /** What the parameters of the path are, by their names */
  params?: Record<string, string>;
  query?: Q;
  /** Words for a wrong parameter of the query, by its name, instead of those of faults */
  messages?: Readonly<Record<string, ServerMessage>>;
}
type Described<C extends Call, B extends v.GenericSchema, Q extends QueryShape> = Needs<Q> &
  Omit<CallDefinition<C, Partner, B, Q>, keyof Needs<Q> | 'handle'>;
type DefinePartner<Allowed extends Partner> = <
  C extends Call,
  B extends v.GenericSchema = NoBody,
  Q extends QueryShape = NoQuery,
>(
  definition: Described<C, B, Q> & Pick<CallDefinition<C, Allowed, B, Q>, 'handle'>,
) => void;

export interface PartnerCalls {
  /** A call that changes nothing of the company */
  call: DefinePartner<Partner>;
  /**
   * A call that changes something: as companies/companyCalls.ts does it, in one transaction that locks the company and asks
   * again for the key, the member and the permission. A refusal rolls it back.
   */
  change: DefinePartner<PartnerChange>;
  /** The calls alone, for their OpenAPI document */
  routes: Hono<ApiEnv>;
  /** Adds the calls to the API. Call it after the last call was added. */
  finish: (api: Hono<ApiEnv>) => void;
}

export interface PartnerCallsOptions extends Omit<LayersOptions, 'takeNonce'> {
  database: Database;
  networkOf: (c: ApiContext) => string;
  now: () => Date;
  versioning: Versioning;
}

const WORDS: Record<Layer, ServerMessage> = {
  unsigned: 'server.partner.unsigned',
  tls: 'server.partner.tls',
  key: 'server.partner.key',
  network: 'server.partner.network',
  time: 'server.partner.time',
  nonce: 'server.partner.nonce',
  signature: 'server.partner.signature',
  scope: 'server.partner.scope',
};
const LAYERS = Object.keys(PARTNER_CODES) as Layer[];

export function createPartnerCalls({
  database,
  networkOf,
  now,
  versioning,
  ...given
}: PartnerCallsOptions): PartnerCalls {
  const options: LayersOptions = { ...given, takeNonce: createNonces() };
  const routes = new Hono<ApiEnv>();
  const calls = createCalls({ api: routes, database, networkOf, bodies: given.bodies, now });
  const count = createRefusals(database);

  function refuse(layer: Layer, { c, now: at, known, missing }: Passing): Response {
    count({ key: known?.key.id ?? '', code: PARTNER_CODES[layer].code, at });
    return fail(c, layer, WORDS[layer], missing === undefined ? {} : { field: missing });
  }

  function add<C extends Call, B extends v.GenericSchema, Q extends QueryShape>(
    { scope, permission, params = {}, query, messages, parameters = [], ...definition }: Described<C, B, Q>,
    handle: CallDefinition<C, Passed & { passing: Passing }, B, Q>['handle'],
  ): void {
    const isChecked = query !== undefined || Object.keys(params).length > 0;
    const guard: Guard<Passed & { passing: Passing }> = {
      described: {
        description: needed(scope, permission),
        security: [{ signature: scope === null ? [] : [scope] }],
        parameters: [
          ...Object.entries(params).map(([name, description]) => ({
            name,
            in: 'path',
            required: true,
            description,
            schema: { type: 'string' as const },
          })),
          ...Object.entries(query?.entries ?? {}).map(([name, entry]) => ({
            name,
            in: 'query',
            required: false,
            schema: schemaOf(entry as v.GenericSchema),
          })),
          ...parameters,
        ],
      },
      errors: [...LAYERS, ...(isChecked && !definition.body ? (['invalid'] as const) : [])],
      bodyOf: ({ body }) => body,
      enter: async (context) => {
        const passing: Passing = { ...context, scope, permission };
        const passed = await pass(passing, options);
        if (passed instanceof Response) return passed;
        if (typeof passed === 'string') return refuse(passed, passing);
        const version = versionHeaders(context.c.req.header(VERSION_HEADER), { ...versioning, now: context.now });
        if (!version) return fail(context.c, 'badRequest', 'server.partner.version');
        for (const [name, value] of Object.entries(version)) context.c.header(name, value);
        const checked = query ? checkQuery(context, query, messages) : { query: {} };
        return checked instanceof Response ? checked : { ...passed, ...checked, passing };
      },
    };
    calls.define<C, Passed & { passing: Passing }, B, Q>({ ...definition, guard, handle });
  }

  return {
    routes,
    call: (definition) => add(definition, definition.handle),
    change: (definition) =>
      add(definition, ({ passing, ...partner }) => {
        const { orm, now: at, key, company } = partner;
        return changing(orm, { company: company.id, doing: definition.operationId }, async (tx) => {
          const known = await usableKey(tx, key.id, '', at);
          if (!known) return refuse('key', passing);
          const again = { ...passing, orm: tx, known };
          if (!(await mayCall(again))) return refuse('scope', again);
          const by = { company: company.id, by: key.id, now: at };
          const note: NoteChange = (action, detail) => noteIn(tx, by, action, detail);
          return definition.handle({ ...partner, ...known, orm: tx, note });
        });
      }),
    finish(api) {
      calls.refuseOtherMethods();
      api.route('/', routes);
    },
  };
}

/** The query of a call in its shape, or the response that says what is wrong with it. */
function checkQuery<Q extends QueryShape>(
  { c, now }: CallContext,
  shape: Q,
  messages: Readonly<Record<string, ServerMessage>> | undefined,
): { query: v.InferOutput<Q> } | Response {
  if (!messages) {
    const checked = checkBody(c, shape, c.req.query(), now);
    return checked instanceof Response ? checked : { query: checked.body };
  }
  const checked = v.safeParse(shape, c.req.query());
  if (checked.success) return { query: checked.output };
  const field = String(checked.issues[0].path?.[0]?.key);
  return fail(c, 'invalid', lookUp(messages, field) ?? 'server.badRequest', { field });
}

/** In words of the document, which is in English. */
const needed = (scope: Scope | null, permission: string | undefined): string =>
  [
    scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`,
    ...(permission === undefined ? [] : [`Needs the permission ${permission} of the key's member.`]),
  ].join(' ');

/** The calls of partners: one way for their layers, parameters, bodies, answers and descriptions. */
import { Hono } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { envelopeOf } from '../../contract/all.ts';
import type { Call, CallData } from '../../contract/common.ts';
import { PARTNER_CODES } from '../../contract/errors.ts';
import type { Scope } from '../../contract/partner.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiContext, type ApiEnv, fail } from '../answers.ts';
import { parsed } from '../bodies.ts';
import {
  type Asking,
  answer,
  type BodyShape,
  checkBody,
  type Method,
  type NoBody,
  type Outcome,
  refuseOtherMethods,
} from '../calls.ts';
import { changing, type Note } from '../companies/calls.ts';
import type { MemberRow } from '../companies/rights.ts';
import { type CompanyRow, noteIn } from '../companies/rows.ts';
import type { Database } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import { type DescribedError, errorsOf, jsonOf, patternOf, schemaOf } from '../openApi.ts';
import { type KeyRow, usableKey } from './keyRows.ts';
import { type Layer, type LayersOptions, mayCall, type Passing, pass } from './layers.ts';
import { createNonces } from './nonces.ts';
import { createRefusals } from './refusals.ts';

/** What the handler of a partner's call gets. */
export interface Partner extends Asking {
  key: KeyRow;
  company: CompanyRow;
  /** In whose name the key calls */
  member: MemberRow;
  /** A parameter of the path */
  param: (name: string) => string;
}

/** Optional texts by name. Faults are messages of the shapes, as in bodies. */
type QueryShape = v.ObjectSchema<v.ObjectEntries, undefined>;
type NoQuery = v.ObjectSchema<Record<never, v.GenericSchema>, undefined>;

/** What the handler of a call that changes something gets: the transaction as `orm`, and the company's audit. */
interface PartnerChange extends Partner {
  note: Note;
}

interface Described<C extends Call, B extends v.GenericSchema, Q extends QueryShape> {
  call: C;
  method: Method;
  /** In the OpenAPI document */
  operationId: string;
  summary: string;
  /** Null: every key may make it */
  scope: Scope | null;
  /** What the member of the key must hold: an id of content/permissions.yml */
  permission?: string;
  /** What the parameters of the path are, by their names */
  params?: Record<string, string>;
  query?: Q;
  /** Words for a wrong parameter of the query, by its name, instead of those of faults */
  queryMessages?: Readonly<Record<string, ServerMessage>>;
  /** Other headers that the call takes */
  headers?: NonNullable<DescribeRouteOptions['parameters']>;
  body?: BodyShape<B>;
  /** Errors besides those of every call */
  refuses?: readonly DescribedError[];
  /** What the handler sends instead of the envelope, by its type */
  sends?: Record<string, object>;
}
interface PartnerCall<P extends Partner, C extends Call, B extends v.GenericSchema, Q extends QueryShape>
  extends Described<C, B, Q> {
  handle: (
    partner: P & { body: v.InferOutput<B>; query: v.InferOutput<Q> },
  ) => Promise<Outcome<CallData<C>> | Response>;
}

export interface PartnerCalls {
  /** A call that changes nothing of the company */
  call: <C extends Call, B extends v.GenericSchema = NoBody, Q extends QueryShape = NoQuery>(
    described: PartnerCall<Partner, C, B, Q>,
  ) => void;
  /**
   * A call that changes something: as companies/calls.ts does it, in one transaction that locks the company and asks
   * again for the key, the member and the permission. What it refuses changes nothing.
   */
  change: <C extends Call, B extends v.GenericSchema = NoBody, Q extends QueryShape = NoQuery>(
    described: PartnerCall<PartnerChange, C, B, Q>,
  ) => void;
  /** The calls alone, for their OpenAPI document */
  routes: Hono<ApiEnv>;
  /** Adds the calls to the API. Call it after the last call was added. */
  finish: (api: Hono<ApiEnv>) => void;
}

export interface PartnerCallsOptions extends Omit<LayersOptions, 'takeNonce'> {
  database: Database;
  now: () => Date;
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

export function createPartnerCalls({ database, now, ...given }: PartnerCallsOptions): PartnerCalls {
  const options: LayersOptions = { ...given, takeNonce: createNonces() };
  const routes = new Hono<ApiEnv>();
  const methods = new Map<string, Method[]>();
  const count = createRefusals(database);

  function refuse(layer: Layer, { c, now: at, known, missing }: Passing): Response {
    count({ key: known?.key.id ?? '', code: PARTNER_CODES[layer].code, at });
    return fail(c, layer, WORDS[layer], missing === undefined ? {} : { field: missing });
  }

  function add<C extends Call, B extends v.GenericSchema, Q extends QueryShape>(
    { call, method, operationId, summary, scope, permission, ...rest }: Described<C, B, Q>,
    respond: (
      partner: Partner & { body: v.InferOutput<B>; query: v.InferOutput<Q> },
      passing: Passing,
    ) => Promise<Response>,
  ): void {
    const { params = {}, query, queryMessages, headers = [], body: shape, refuses = [], sends } = rest;
    const path = patternOf(call.path);
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const isRefusing = shape !== undefined || query !== undefined || Object.keys(params).length > 0;
    routes.on(
      method.toUpperCase(),
      path,
      describeRoute({
        operationId,
        summary,
        description: needed(scope, permission),
        security: [{ signature: scope === null ? [] : [scope] }],
        parameters: [
          ...Object.entries(params).map(([name, description]) => ({
            ...{ name, in: 'path', required: true, description, schema: { type: 'string' as const } },
          })),
          ...Object.entries(query?.entries ?? {}).map(([name, entry]) => ({
            ...{ name, in: 'query', required: false, schema: schemaOf(entry as v.GenericSchema) },
          })),
          ...headers,
        ],
        ...(shape && {
          requestBody: {
            required: true,
            ...jsonOf(typeof shape === 'function' ? shape({ now: now(), locale: 'en-US' }) : shape),
          },
        }),
        responses: {
          200: sends
            ? { description: 'Success', content: sends }
            : { description: 'Success, code 20000', ...jsonOf(envelopeOf(call.data)) },
          ...errorsOf(
            ...LAYERS,
            ...(shape ? (['tooSlow', 'tooLarge'] as const) : []),
            ...(isRefusing ? (['invalid'] as const) : []),
            ...refuses,
            'notReady',
          ),
        },
      }),
      async (c: ApiContext) => {
        const asking = { c, orm: database.orm, now: now() };
        const passing: Passing = { ...asking, scope, permission };
        const passed = await pass(passing, options);
        if (passed instanceof Response) return passed;
        if (typeof passed === 'string') return refuse(passed, passing);
        const { key, company, member } = passed;
        const asked = query ? checkQuery(c, query, queryMessages, asking.now) : { body: {} };
        if ('refused' in asked) return asked.refused;
        const sent = shape ? checkBody(c, shape, parsed(passed.body), asking.now) : { body: undefined };
        if ('refused' in sent) return sent.refused;
        const param = (name: string) => c.req.param(name) ?? '';
        const partner = { ...asking, key, company, member, param, query: asked.body, body: sent.body };
        return respond(partner as Parameters<typeof respond>[0], passing);
      },
    );
  }

  return {
    routes,
    call: ({ handle, ...described }) => add(described, async (partner) => answer(partner.c, await handle(partner))),
    change: ({ handle, ...described }) =>
      add(described, async (partner, passing) => {
        const { c, orm, now: at, key, company } = partner;
        const doing = { company: company.id, doing: described.operationId };
        const outcome = await changing(orm, doing, async (tx) => {
          const known = await usableKey(tx, key.id, '', at);
          if (!known) return refuse('key', passing);
          const again = { ...passing, orm: tx, known };
          if (!(await mayCall(again))) return refuse('scope', again);
          const note: Note = (action, detail) =>
            noteIn(tx, { company: company.id, by: key.id, now: at }, action, detail);
          return handle({ ...partner, ...known, orm: tx, note });
        });
        return answer(c, outcome);
      }),
    finish(api) {
      api.route('/', routes);
      refuseOtherMethods(api, methods);
    },
  };
}

/** The query of a call in its shape, or the response that says what is wrong with it. */
function checkQuery<Q extends QueryShape>(
  c: ApiContext,
  shape: Q,
  messages: Described<Call, NoBody, Q>['queryMessages'],
  now: Date,
): { body: v.InferOutput<Q> } | { refused: Response } {
  if (!messages) return checkBody(c, shape, c.req.query(), now);
  const checked = v.safeParse(shape, c.req.query());
  if (checked.success) return { body: checked.output };
  const field = String(checked.issues[0].path?.[0]?.key);
  return { refused: fail(c, 'invalid', lookUp(messages, field) ?? 'server.badRequest', { field }) };
}

/** In words of the document, which is in English. */
const needed = (scope: Scope | null, permission: string | undefined): string =>
  [
    scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`,
    ...(permission === undefined ? [] : [`Needs the permission ${permission} of the key's member.`]),
  ].join(' ');

/** The calls of partners: one way for their layers, parameters, bodies, answers and descriptions. */
import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import type * as v from 'valibot';
import { envelopeOf } from '../../contract/all.ts';
import type { Call, CallData } from '../../contract/common.ts';
import { PARTNER_CODES } from '../../contract/errors.ts';
import type { Scope } from '../../contract/partner.ts';
import { type ApiContext, type ApiEnv, fail, notReady } from '../answers.ts';
import { parsed } from '../bodies.ts';
import type { CompanyRow } from '../companies/calls.ts';
import type { MemberRow } from '../companies/rights.ts';
import type { Database } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import { type DescribedError, errorsOf, jsonOf, patternOf } from '../openApi.ts';
import {
  type Asking,
  answer,
  type BodyShape,
  checkBody,
  type Method,
  type NoBody,
  type Outcome,
  refuseOtherMethods,
} from '../users/calls.ts';
import type { KeyRow } from './keyRows.ts';
import { type Layer, type LayersOptions, type Passing, pass } from './layers.ts';
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

interface PartnerCall<C extends Call, B extends v.GenericSchema, Q extends QueryShape> {
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
  body?: BodyShape<B>;
  /** Errors besides those of every call */
  refuses?: readonly DescribedError[];
  /** The types of what the handler sends instead of the envelope */
  sends?: readonly string[];
  handle: (
    partner: Partner & { body: v.InferOutput<B>; query: v.InferOutput<Q> },
  ) => Promise<Outcome<CallData<C>> | Response>;
}

export interface PartnerCalls {
  call: <C extends Call, B extends v.GenericSchema = NoBody, Q extends QueryShape = NoQuery>(
    described: PartnerCall<C, B, Q>,
  ) => void;
  /** The calls alone, for their OpenAPI document */
  routes: Hono<ApiEnv>;
  /** Adds the calls to the API. Call it after the last call was added. */
  finish: (api: Hono<ApiEnv>) => void;
}

export interface PartnerCallsOptions extends LayersOptions {
  opened: () => Database | null;
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

export function createPartnerCalls({ opened, now, ...options }: PartnerCallsOptions): PartnerCalls {
  const routes = new Hono<ApiEnv>();
  const methods = new Map<string, Method[]>();
  const count = createRefusals(opened);

  function refuse(layer: Layer, { c, now: at, known, missing }: Passing): Response {
    count({ key: known?.key.id ?? '', code: PARTNER_CODES[layer].code, at });
    return fail(c, layer, WORDS[layer], missing === undefined ? {} : { field: missing });
  }

  return {
    routes,
    call({ call, method, operationId, summary, scope, permission, handle, ...rest }) {
      const { params = {}, query, body: shape, refuses = [], sends } = rest;
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
              ...{ name, in: 'query', required: false, schema: resolver(entry as v.GenericSchema) as object },
            })),
          ],
          ...(shape && {
            requestBody: {
              required: true,
              ...jsonOf(typeof shape === 'function' ? shape({ now: now(), locale: 'en-US' }) : shape),
            },
          }),
          responses: {
            200: sends
              ? { description: 'Success', content: Object.fromEntries(sends.map((type) => [type, {}])) }
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
          const database = opened();
          if (!database) return notReady(c);
          const asking = { c, orm: database.orm, now: now() };
          const passing: Passing = { ...asking, scope, permission };
          const passed = await pass(passing, options);
          if (passed instanceof Response) return passed;
          if (typeof passed === 'string') return refuse(passed, passing);
          const { key, company, member } = passed;
          const asked = query ? checkBody(c, query, c.req.query(), asking.now) : { body: {} };
          if ('refused' in asked) return asked.refused;
          const sent = shape ? checkBody(c, shape, parsed(passed.body), asking.now) : { body: undefined };
          if ('refused' in sent) return sent.refused;
          const param = (name: string) => c.req.param(name) ?? '';
          const partner = { ...asking, key, company, member, param, query: asked.body, body: sent.body };
          return answer(c, await handle(partner as Parameters<typeof handle>[0]));
        },
      );
    },
    finish(api) {
      api.route('/', routes);
      refuseOtherMethods(api, methods);
    },
  };
}

/** In words of the document, which is in English. */
const needed = (scope: Scope | null, permission: string | undefined): string =>
  [
    scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`,
    ...(permission === undefined ? [] : [`Needs the permission ${permission} of the key's member.`]),
  ].join(' ');

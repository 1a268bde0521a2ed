/** The parts of every API route: its pattern, the validation of its parameters, its OpenAPI description. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import {
  type DescribeRouteOptions,
  describeRoute,
  type GenerateSpecOptions,
  generateSpecs,
  resolver,
  validator,
} from 'hono-openapi';
import * as v from 'valibot';
import { envelopeOf, fieldErrors, healthData } from '../contract/all.ts';
import { PARTNER_CODES, SERVER_CODES, USER_CODES } from '../contract/errors.ts';
import { PARTNER_ROOT } from '../contract/partner.ts';
import { lookUp } from '../lookUp.ts';
import { COMPANY } from '../site.ts';
import { type ApiEnv, fail } from './answers.ts';
import type { ServerMessage } from './messages.ts';
import { REQUEST_ID } from './shared/reference.ts';

/** Converts '/city/cityList/{id}' to Hono's '/city/cityList/:id'. */
export function patternOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The shape of the parameters of a path or a query. */
export type TextsShape = v.GenericSchema<Record<string, string | undefined>, Record<string, unknown>>;

/** Validates the parameters of a path or a query. A wrong one gets an error that names it, in the words of `messages`. */
export function checked(
  target: 'param' | 'query',
  shape: TextsShape,
  messages: Readonly<Record<string, ServerMessage>>,
): MiddlewareHandler {
  return validator(target, shape, (result, c: Context) => {
    if (result.success) return;
    const [at] = result.error[0]?.path ?? [];
    const field = String(typeof at === 'object' ? at.key : at);
    return fail(c, 'invalid', lookUp(messages, field) ?? 'server.badRequest', { field });
  });
}

/** A shape as the content of an OpenAPI response or request body. */
export const jsonOf = (shape: v.GenericSchema) => ({ content: { 'application/json': { schema: resolver(shape) } } });
/** A shape as the schema of a parameter, where the generator reads none. */
export function schemaOf(shape: v.GenericSchema): object {
  const { $schema: _, ...schema } = toJsonSchema(shape, { errorMode: 'ignore' });
  return schema;
}
/** A request body with a file. */
export const FILE_FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
} satisfies DescribeRouteOptions['requestBody'];
/** A response that is a stream of events. */
export const streamOf = (example: string, description = 'The stream'): DescribeRouteOptions['responses'] => ({
  200: { description, content: { 'text/event-stream': { schema: { type: 'string' }, example } } },
});
/** A response that is no envelope, by its types. */
export const sentAs = (...types: string[]): DescribeRouteOptions['responses'] => ({
  200: { description: 'Success', content: Object.fromEntries(types.map((type) => [type, {}])) },
});
/** The envelope of a problem. */
export const problemOf = <S extends v.GenericSchema>(data: S) =>
  v.object({ ...envelopeOf(data).entries, requestId: v.pipe(v.string(), v.regex(REQUEST_ID)) });
const problem = problemOf(v.null());
const fieldProblem = problemOf(fieldErrors);
const HAVE_A_FIELD = new Set(['invalid', 'notFound', 'gone', 'forbidden', 'scope']);

const ERRORS = { ...SERVER_CODES, ...USER_CODES, ...PARTNER_CODES };
/** Errors that not every call may respond with. */
export type DescribedError = Exclude<keyof typeof ERRORS, 'badRequest' | 'methodNotAllowed'>;

/** The errors of a call with the token of a session. */
export const SESSION_ERRORS = ['expired', 'revoked', 'unknown', 'locked'] as const;

/** Keys by which a call knows who asks; both are in the same header. */
const KEYS = {
  session: { type: 'apiKey', in: 'header', name: 'token', description: 'The token of a session, from a log-in' },
  editor: { type: 'apiKey', in: 'header', name: 'token', description: 'The token of an editor' },
} as const;
type Key = keyof typeof KEYS;

/** How a call of a partner says whose it is. The scopes of a call stand in its security requirement. */
const SIGNED = {
  type: 'http',
  scheme: 'signature',
  description:
    'HTTP Message Signatures (RFC 9421) by Ed25519: the headers Signature-Input and Signature with one signature of ' +
    '@method, @target-uri and, with a body, content-digest (RFC 9530), with the parameters created, nonce, keyid and ' +
    'alg="ed25519"',
} as const;

/** What a call needs: a key, or with `optional` a key or none. */
export const needs = (key: Key, optional?: 'optional'): Pick<DescribeRouteOptions, 'security'> => ({
  security: [...(optional ? [{}] : []), { [key]: [] }],
});

/** Descriptions of errors by their status, for routes that describe their success themselves. */
export function errorsOf(...errors: DescribedError[]): NonNullable<DescribeRouteOptions['responses']> {
  const byStatus = Map.groupBy([...errors, 'tooMany', 'internal'] as const, (kind) => ERRORS[kind].status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => {
      const shape = kinds.some((kind) => HAVE_A_FIELD.has(kind)) ? fieldProblem : problem;
      const codes = kinds.map((kind) => ERRORS[kind].code).join(', ');
      return [status, { description: `Error, code ${codes}`, ...jsonOf(shape) }];
    }),
  );
}

/** `data`: the shape of what the call tells. */
export function describedHealth(
  summary: string,
  { data = healthData, errors = [] }: { data?: v.GenericSchema; errors?: readonly 503[] } = {},
): MiddlewareHandler {
  const answerOf = (shape: v.GenericSchema) => ({ description: summary, ...jsonOf(shape) });
  const refusals = errors.map((status) => [status, answerOf(problemOf(data))]);
  return describeRoute({
    summary,
    responses: { 200: answerOf(envelopeOf(data)), ...Object.fromEntries(refusals) },
  });
}

const ENVELOPE =
  'Every answer is an envelope {code, message, data}; code 20000 is success. Any other has a requestId ' +
  'too: quote it when you ask us about a problem. Messages and place names come in the language of Accept-Language: ' +
  'en-US, en-GB, ja, zh-Hant, zh-Hans.';

const DATED =
  'Finger-Version names the version that answered; a call may ask for one by the same header. RateLimit and ' +
  'RateLimit-Policy say what is left of the limit of the key, Deprecation and Sunset when a version ends.';

/** The OpenAPI document of all described routes but those of partners. */
export const openApiOf = (api: Hono<ApiEnv>): Promise<unknown> =>
  documentOf(api, {
    exclude: new RegExp(`^${PARTNER_ROOT}/`),
    documentation: {
      info: { title: `${COMPANY} API`, version: '1.0.0', description: ENVELOPE },
      components: { securitySchemes: KEYS },
    },
  });

/** The OpenAPI document of the partner API. `address` is that of the API, `version` its newest (content/apiChanges.yml). */
export const partnerOpenApiOf = (api: Hono<ApiEnv>, address: string, version: string): Promise<unknown> =>
  documentOf(api, {
    documentation: {
      info: { title: `${COMPANY} Partner API`, version, description: `${ENVELOPE} ${DATED}` },
      servers: [{ url: address }],
      components: { securitySchemes: { signature: SIGNED } },
    },
  });

async function documentOf(api: Hono<ApiEnv>, options: Partial<GenerateSpecOptions>): Promise<unknown> {
  const document = await generateSpecs(api, { defaultValidationErrorResponse: false, ...options });
  // The generator puts the definitions of a shape here, and leaves the references where they were.
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

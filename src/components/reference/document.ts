/** The calls of an OpenAPI document, as the reference shows them. */
import { SERVER_CODES } from '../../contract/errors.ts';
import { lookUp } from '../../lookUp.ts';

/** The parts of JSON Schema that our documents use. */
export interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  /** A list of schemas for a tuple */
  items?: Schema | readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  $ref?: string;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  /** Alternatives; an empty one is a call without a key */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, Content>> };
  responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, Content>> }>>;
}
export interface OpenApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: {
    schemas?: Readonly<Record<string, Schema>>;
    securitySchemes?: Readonly<Record<string, { type: string; in?: string; name?: string; scheme?: string }>>;
  };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}
/** A body in one media type. Only JSON and forms have a schema. */
export interface Body {
  media: string;
  schema?: Schema;
  example?: unknown;
}
export interface Answer extends Body {
  status: number;
  /** True if the schema is that of `data` in the envelope */
  inEnvelope: boolean;
}
export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** What it needs besides a key */
  description: string | undefined;
  /** Names of the document's security schemes, of which one is needed; 'none' if the call also works without a key */
  access: readonly string[];
  /** Those of the path, then of the query, then of headers */
  parameters: readonly Parameter[];
  body: Body | undefined;
  answers: readonly Answer[];
  /** Codes of the errors that it may answer */
  codes: readonly number[];
}

export const JSON_MEDIA = 'application/json';
/** The headers of a signature (RFC 9421), and of a body that it covers (RFC 9530). */
export const SIGNED = ['Signature-Input', 'Signature'];
export const DIGEST = 'Content-Digest';
const PLACES: readonly Parameter['in'][] = ['path', 'query', 'header'];
const REF = '#/components/schemas/';

/** Every call of a document, in its order. References are resolved. Throws if one leads nowhere. */
export function callsOf({ paths, components = {} }: OpenApiDocument): ApiCall[] {
  const { schemas = {}, securitySchemes = {} } = components;
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) {
      return {
        ...schema,
        ...(schema.properties && {
          properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, resolve(one)])),
        }),
        ...(schema.items && {
          items: Array.isArray(schema.items) ? schema.items.map(resolve) : resolve(schema.items as Schema),
        }),
        ...(schema.anyOf && { anyOf: schema.anyOf.map(resolve) }),
        ...(schema.oneOf && { oneOf: schema.oneOf.map(resolve) }),
        ...(typeof schema.additionalProperties === 'object' && {
          additionalProperties: resolve(schema.additionalProperties),
        }),
      };
    }
    const found = schema.$ref.startsWith(REF) ? lookUp(schemas, schema.$ref.slice(REF.length)) : undefined;
    if (!found) throw new Error(`The OpenAPI document has no '${schema.$ref}'`);
    return resolve(found);
  };
  const bodiesOf = (content: Readonly<Record<string, Content>> = {}): Body[] =>
    Object.entries(content).map(([media, { schema, example }]) => ({
      media,
      // Other answers are texts and pictures, of which a schema says nothing.
      ...((media === JSON_MEDIA || media.startsWith('multipart/')) && schema && { schema: resolve(schema) }),
      ...(example !== undefined && { example }),
    }));

  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ApiCall => {
      const {
        operationId: id,
        summary,
        description,
        security = [],
        parameters = [],
        requestBody,
        responses,
      } = operation;
      const statuses = Object.keys(responses).map(Number);
      const access = security.flatMap((item) => (Object.keys(item).length > 0 ? Object.keys(item) : ['none']));
      const inHeader = access.flatMap((name): Parameter[] => {
        const scheme = lookUp(securitySchemes, name);
        const header = (name: string, required = true): Parameter => ({
          name,
          in: 'header',
          required,
          schema: { type: 'string' },
        });
        if (scheme?.scheme === 'signature')
          return [...(requestBody ? [DIGEST] : []), ...SIGNED].map((item) => header(item));
        if (scheme?.type !== 'apiKey' || scheme.in !== 'header' || !scheme.name) return [];
        return [header(scheme.name, !access.includes('none'))];
      });
      return {
        id,
        method: method.toUpperCase(),
        path,
        summary,
        description,
        access: access.length > 0 ? access : ['none'],
        parameters: [...parameters, ...inHeader]
          .map((item) => ({ ...item, schema: resolve(item.schema) }))
          .sort((a, b) => PLACES.indexOf(a.in) - PLACES.indexOf(b.in)),
        body: bodiesOf(requestBody?.content)[0],
        answers: statuses
          .filter((status) => status < 400)
          .flatMap((status) => bodiesOf(responses[status]?.content).map((body) => answerOf(status, body))),
        codes: statuses
          .filter((status) => status >= 400)
          .flatMap((status) => codesOf(status, responses[status]?.description ?? ''))
          .sort((a, b) => a - b),
      };
    }),
  );
}

/** `data` of the envelope, or the body itself if it is none. */
function answerOf(status: number, body: Body): Answer {
  const { code, message, data } = body.schema?.properties ?? {};
  return code && message && data
    ? { ...body, status, schema: data, inEnvelope: true }
    : { ...body, status, inEnvelope: false };
}

/** The codes that the description of a response names, else that of its status. */
function codesOf(status: number, description: string): number[] {
  const named = [...description.matchAll(/\b\d{5}\b/g)].map(([code]) => Number(code));
  if (named.length > 0) return named;
  return Object.values(SERVER_CODES)
    .filter((item) => item.status === status)
    .map(({ code }) => code);
}

/**
 * Examples of what a call takes and answers, from its schemas: what a schema states itself (v.examples() in the
 * contract), then values by the name of a field, then what its type gives. tests/unit/components/reference.test.ts
 * validates every one.
 */
import { createHash } from 'node:crypto';
import { SUCCESS } from '../../contract/common.ts';
import {
  type Answer,
  type ApiCall,
  type Body,
  DIGEST,
  JSON_MEDIA,
  type Parameter,
  type Schema,
  SIGNED,
} from './document.ts';
import { entryOf, isNull } from './fields.ts';
import { TEXT, TIME, VALUES } from './values.ts';

/** Values for names that end alike: '…At' is a time. */
const isTime = (name: string) => /At$|^at$|^since$/.test(name);

/** Whether a schema allows a value, without a look into objects and lists. */
function fits(schema: Schema, value: unknown): boolean {
  const { type, pattern, minLength = 0, maxLength = Infinity, minimum, maximum, anyOf = [] } = schema;
  // Of alternatives only null: any other value fits one of them.
  if (value === null) return anyOf.some(isNull);
  if (type === 'string') {
    if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) return false;
    return pattern === undefined || new RegExp(pattern, 'u').test(value);
  }
  if (type === 'boolean') return typeof value === 'boolean';
  if (type !== 'number' && type !== 'integer') return false;
  return typeof value === 'number' && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** `path`: the call, then the names of the fields that lead to the value. */
type Path = readonly string[];

/**
 * An example of what a schema describes. A request has what is required and what the contract states an example for,
 * else its first field; an answer has every field. Throws where the contract must state one itself.
 */
export function exampleOf(schema: Schema, path: Path, isRequest: boolean): unknown {
  const { examples, const: only, enum: values, anyOf, oneOf, type } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (only !== undefined) return only;
  if (values) return values.find((value) => value === schema.default) ?? values[0];
  const name = path.at(-1) ?? '';
  const known = [path.slice(-2).join('.'), `${path[0]}.${name}`, name].flatMap((key) => VALUES.get(key) ?? []);
  const found = known.find((value) => fits(schema, value));
  if (found !== undefined) return found;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) {
    const shown = alternatives.find((alternative) => !isNull(alternative)) ?? {};
    const isEmpty =
      shown.type === 'object' && Object.keys(shown.properties ?? {}).length === 0 && !shown.additionalProperties;
    return isEmpty && alternatives.some(isNull) ? null : exampleOf(shown, path, isRequest);
  }
  if (type === 'object') return objectOf(schema, path, isRequest);
  if (type === 'array') {
    const entry = entryOf(schema);
    const length = Math.max(schema.minItems ?? 1, 1);
    const fitting = known.filter((value) => fits(entry, value));
    if (fitting.length >= length) return fitting.slice(0, length);
    return Array.from({ length }, () => exampleOf(entry, path, isRequest));
  }
  if (type === 'null') return null;
  if (type === 'boolean') return schema.default ?? true;
  if (schema.format === 'date-time' || (type === 'string' && isTime(name))) return TIME;
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (Object.keys(schema).length === 0) return null;
  if (schema.format === 'email') return 'user@example.com';
  if (schema.format === 'uri') return 'https://www.example.com';
  if (fits(schema, TEXT)) return TEXT;
  throw new Error(`State an example for ${path.join('.')}: by v.examples(), or in components/reference/values.ts`);
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, path: Path, isRequest: boolean) {
  const described = Object.entries(properties).filter(([, one]) => Object.keys(one).length > 0);
  const needed = described.filter(([name, { examples }]) => required.includes(name) || examples);
  const shown = isRequest ? (needed.length > 0 ? needed : described.slice(0, 1)) : described;
  if (shown.length === 0 && typeof additionalProperties === 'object') shown.push(['name', additionalProperties]);
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, [...path, name], isRequest)]));
}

export function parameterExample(call: ApiCall, { name, schema }: Parameter): unknown {
  if (name !== DIGEST || !call.body) return exampleOf(schema, [call.id, name], true);
  return `sha-256=:${createHash('sha256').update(textOf(call, call.body)).digest('base64')}:`;
}

/** The example of a body or an answer that is JSON; undefined for another media type. */
export function bodyExample(call: ApiCall, body: Body | Answer, isRequest: boolean): unknown {
  if (body.example !== undefined) return body.example;
  if (body.media !== JSON_MEDIA || !body.schema) return undefined;
  const data = exampleOf(body.schema, [call.id, ...(isRequest ? [] : ['data'])], isRequest);
  return 'inEnvelope' in body && body.inEnvelope ? { code: SUCCESS, message: 'OK', data } : data;
}

/** Longer texts without a space are keys, signatures and digests, which nobody reads to their end. */
const LONGEST = 30;
/** An example that is read and not copied. */
export const shortened = (text: string) =>
  text.length > LONGEST && /^\S+$|^sig1=/.test(text) ? `${text.slice(0, LONGEST)}…` : text;

/** Path and query of a call as one types them: required parameters and the first of the query. */
export function targetOf(call: ApiCall): string {
  let { path } = call;
  const query: string[] = [];
  const [firstInQuery] = call.parameters.filter((parameter) => parameter.in === 'query');
  for (const one of call.parameters) {
    const value = encodeURIComponent(String(parameterExample(call, one)));
    if (one.in === 'path') path = path.replace(`{${one.name}}`, value);
    else if (one.in === 'query' && (one.required || one === firstInQuery)) query.push(`${one.name}=${value}`);
  }
  return [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

/** A call as one types it, with the headers that it requires. `base`: the address of the API. */
export function curlOf(call: ApiCall, base: string): string {
  const { method, parameters, body } = call;
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map((parameter) => headerOf(parameter.name, String(parameterExample(call, parameter))));
  const address = `"${base}${targetOf(call)}"`;
  const sent = body && sentOf(call, body);
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}${address}`, ...headers, ...(sent ?? [])].join(' \\\n  ');
}

/** A signature holds for a minute, so that its headers are variables of the shell. */
const headerOf = (name: string, value: string) =>
  SIGNED.includes(name) ? `-H "${name}: $${name.replace('-', '_').toUpperCase()}"` : `-H '${name}: ${value}'`;

/** A body as it is sent. */
const textOf = (call: ApiCall, body: Body) => JSON.stringify(bodyExample(call, body, true), null, 2);

function sentOf(call: ApiCall, body: Body): string[] {
  if (body.media.startsWith('multipart/')) {
    return Object.keys(body.schema?.properties ?? {}).map((name) => `-F '${name}=@picture.png'`);
  }
  return [`-H 'Content-Type: ${body.media}'`, `-d '${textOf(call, body)}'`];
}

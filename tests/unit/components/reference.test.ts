/** The reference of the API: what it reads from OpenAPI documents, and that each of its examples fits its schema. */
import { toJsonSchema } from '@valibot/to-json-schema';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { callsOf, JSON_MEDIA, type OpenApiDocument, type Schema } from '../../../src/components/reference/document.ts';
import {
  bodyExample,
  curlOf,
  exampleOf,
  parameterExample,
  shortened,
} from '../../../src/components/reference/examples.ts';
import { shapeOf } from '../../../src/components/reference/fields.ts';
import { type DocumentId, partsOf } from '../../../src/components/reference/groups.ts';
import { patternWords } from '../../../src/components/reference/patterns.ts';
import { permissionCheckBody } from '../../../src/contract/partner.ts';
import { makeApiProof } from '../../../src/integrations/apiExamples.ts';

const { documents } = await makeApiProof({});
const ajv = addFormats(new Ajv({ strict: false, unicodeRegExp: true }));

describe.each(Object.entries(documents) as [DocumentId, OpenApiDocument][])('%s', (id, document) => {
  const calls = callsOf(document);

  it('has every call of the document, each in one group', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const grouped = partsOf(id, document).flatMap(({ groups }) => groups.flatMap((group) => group.calls));
    expect(grouped.map((call) => call.id).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });

  it.each(calls.map((call) => [call.id, call] as const))('%s has examples that fit', (_, call) => {
    const check = (schema: Schema, example: unknown) => {
      const validate = ajv.compile(schema as object);
      validate(example);
      expect(validate.errors, JSON.stringify(example)).toBeNull();
    };
    for (const one of call.parameters) check(one.schema, parameterExample(call, one));
    if (call.body?.schema && call.body.media === JSON_MEDIA)
      check(call.body.schema, bodyExample(call, call.body, true));
    for (const answer of call.answers) {
      const example = bodyExample(call, answer, false);
      if (!answer.schema) continue;
      check(answer.schema, answer.inEnvelope ? (example as { data: unknown }).data : example);
    }
    const curl = curlOf(call, 'http://localhost:4321');
    expect(curl.split('\n')[0]).toMatch(/^curl (-X [A-Z]+ )?"http:\/\/localhost:4321\/api\/[^{}"\s]+"( \\)?$/);
    // The body stands between single quotes.
    expect((curl.match(/'/g) ?? []).length % 2).toBe(0);
  });
});

it('the example of a check names a member, which the shape asks for beyond its schema', () => {
  const check = callsOf(documents.partner).find(({ id }) => id === 'partnerPermissionCheck');
  if (!check?.body) throw new Error('The call is gone');
  expect(v.safeParse(permissionCheckBody, bodyExample(check, check.body, true)).issues).toBeUndefined();
});

describe('the shape of a schema', () => {
  const nothing = {
    about: undefined,
    bound: undefined,
    pattern: undefined,
    preset: undefined,
    fields: [],
    variants: [],
  };

  it.each<[Schema, Partial<ReturnType<typeof shapeOf>>]>([
    [{ type: 'string', format: 'email' }, { type: 'string (email)' }],
    [{ enum: ['a', 'b'], type: 'string' }, { type: '"a" | "b"' }],
    [{ const: false }, { type: 'false' }],
    [
      { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }], default: null },
      {
        type: 'string | null',
        preset: 'null',
        bound: { of: 'characters', least: undefined, most: 9 },
      },
    ],
    [
      { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
      {
        type: '("a" | "b")[]',
        bound: { of: 'entries', least: undefined, most: 3 },
      },
    ],
    [
      { type: 'integer', minimum: 1 },
      { type: 'integer', bound: { of: 'number', least: 1, most: undefined } },
    ],
    [{}, { type: 'any' }],
  ])('%j', (schema, expected) => {
    expect(shapeOf(schema)).toEqual({ ...nothing, ...expected });
  });

  it('has fields within fields, and those that must be there', () => {
    const { fields } = shapeOf({
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
        gone: {},
      },
      required: ['list'],
    });
    expect(fields.map(({ name, type, required }) => [name, type, required])).toEqual([['list', 'object[]', true]]);
    expect(fields[0]?.fields.map(({ name, required }) => [name, required])).toEqual([['id', false]]);
  });

  it('names once what kinds of object have in common', () => {
    const kind = (name: string) => ({
      type: 'object',
      properties: { id: { type: 'string' }, kind: { const: name } },
      required: ['kind'],
    });
    const { fields, variants } = shapeOf({ oneOf: [kind('a'), kind('b')] });
    expect(fields.map(({ name }) => name)).toEqual(['id']);
    expect(variants.map((one) => one.map(({ name, type }) => [name, type]))).toEqual([
      [['kind', '"a"']],
      [['kind', '"b"']],
    ]);
  });
});

// cspell:ignore HJKMNP
describe('a pattern in words', () => {
  it.each([
    [String.raw`^\d{1,15}$`, '1–15 digits', '1–15文字の数字'],
    ['^[A-Z]{3}$', '3 capital letters', '3文字の英大文字'],
    [String.raw`^[\w-]{8,64}$`, '8–64 letters, digits, or - _', '8–64文字の英字、数字、または- _'],
    ['^[a-z][a-z0-9-]{1,39}$', '2–40 lowercase letters, digits, or -', '2–40文字の英小文字、数字、または-'],
    ['^FA(-[0-9A-HJKMNP-TV-Z]{4}){3}$', 'FA-XXXX-XXXX-XXXX', 'FA-XXXX-XXXX-XXXX'],
  ])('%s', (pattern, english, japanese) => {
    expect(patternWords(pattern, 'en-US')).toEqual({ words: english, isCounted: true, isNamed: false });
    expect(patternWords(pattern, 'ja')?.words).toBe(japanese);
  });

  it('leaves the length to its bound where it says none', () => {
    expect(patternWords(String.raw`^https?:\/\/[^\s/]`, 'en-US')?.isCounted).toBe(false);
  });

  it('is the pattern itself where it is not known', () => {
    expect(patternWords('^(a|b)+$', 'en-US')).toBeUndefined();
  });
});

describe('an example', () => {
  it.each([
    ['sig1=("@method" "@target-uri");created=1', 'sig1=("@method" "@target-uri")…'],
    [`sig1=:${'A'.repeat(86)}==:`, `sig1=:${'A'.repeat(24)}…`],
    ['The Tokyo Stock Exchange has opened.', 'The Tokyo Stock Exchange has opened.'],
  ])('is cut if nobody reads it to its end: %s', (text, shown) => {
    expect(shortened(text)).toBe(shown);
  });

  it('is that of the contract, if there is one', () => {
    const schema = toJsonSchema(v.pipe(v.string(), v.regex(/^x+$/), v.examples(['xx']))) as Schema;
    expect(exampleOf(schema, ['call', 'field'], true)).toBe('xx');
  });

  it('is missing aloud', () => {
    expect(() => exampleOf({ type: 'string', pattern: '^x+$' }, ['call', 'field'], true)).toThrow('call.field');
  });

  it('of a request has what is required, of an answer everything', () => {
    const schema = { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, required: ['b'] };
    expect(exampleOf(schema, ['call'], true)).toEqual({ b: 2 });
    expect(exampleOf(schema, ['call'], false)).toEqual({ a: 1, b: 2 });
  });
});

describe('a document', () => {
  const operation = { operationId: 'one', summary: 'One', responses: {} };
  const callOf = (more: object, components = {}) =>
    callsOf({ paths: { '/one/{id}': { post: { ...operation, ...more } } }, components })[0];

  it('has its references resolved, or none at all', () => {
    const body = (ref: string) => ({ requestBody: { content: { [JSON_MEDIA]: { schema: { $ref: ref } } } } });
    const components = { schemas: { 0: { type: 'integer' } } };
    expect(callOf(body('#/components/schemas/0'), components)?.body?.schema).toEqual({ type: 'integer' });
    for (const ref of ['#/components/schemas/1', '#/components/schemas/toString', '#/$defs/0']) {
      expect(() => callOf(body(ref), components)).toThrow(ref);
    }
  });

  it('says which key a call needs, and where it goes', () => {
    const components = { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'token' } } };
    expect(callOf({}, components)).toMatchObject({ access: ['none'], parameters: [] });
    expect(callOf({ security: [{ session: [] }] }, components)).toMatchObject({
      access: ['session'],
      parameters: [{ name: 'token', in: 'header', required: true }],
    });
    expect(callOf({ security: [{}, { session: [] }] }, components)).toMatchObject({
      access: ['none', 'session'],
      parameters: [{ name: 'token', in: 'header', required: false }],
    });
  });

  it('names the codes of errors, or their status does', () => {
    const responses = { 401: { description: 'Error, code 50008, 50012' }, 503: { description: 'Not ready' } };
    expect(callOf({ responses })?.codes).toEqual([50008, 50012, 50300]);
  });
});

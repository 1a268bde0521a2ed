/** The reference of the API: what it reads from OpenAPI documents, and that each of its examples fits its schema. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { callsOf, JSON_MEDIA, type OpenApiDocument, type Schema } from '../../../src/components/reference/document.ts';
import { bodyExample, curlOf, parameterExample } from '../../../src/components/reference/examples.ts';
import { type DocumentId, partsOf } from '../../../src/components/reference/groups.ts';
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

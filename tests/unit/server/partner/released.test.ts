/**
 * The OpenAPI document of the partner API, compared with the last released one, which is kept: what would break a program
 * of a partner needs a new version in content/apiChanges.yml. `RELEASE=1 npm run test:unit released` keeps today's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { PARTNER_OPENAPI_PATH } from '../../../../src/contract/partner.ts';
import { type ApiDocument, breaksOf } from '../../../helpers/server/apiBreaks.ts';
import { PARTNER_SITE } from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const KEPT = 'tests/fixtures/released/partner.json';
const api = usersApi({ site: PARTNER_SITE });
let current: ApiDocument;

beforeAll(async () => {
  current = JSON.parse((await api.api.ask(PARTNER_OPENAPI_PATH)).text);
  if (process.env.RELEASE) writeFileSync(KEPT, `${JSON.stringify(current, null, 1)}\n`);
});
const kept = (): ApiDocument => JSON.parse(readFileSync(KEPT, 'utf8'));

it('breaks nothing of the released one without a new version', () => {
  const released = kept();
  expect(Object.keys(released.paths).length).toBeGreaterThan(15);
  if (current.info.version <= released.info.version) expect(breaksOf(released, current)).toEqual([]);
});

describe('a break', () => {
  const key = '/api/partner/v1/key';
  const check = '/api/partner/v1/permissions/check';
  // biome-ignore lint/suspicious/noExplicitAny: the shape of a document is what the test changes
  type Loose = any;
  const answerOf = (document: Loose, path: string, method = 'get') =>
    document.paths[path][method].responses[200].content['application/json'].schema.properties.data;
  const bodyOf = (document: Loose) => document.paths[check].post.requestBody.content['application/json'].schema;

  const BREAKS: [string, (document: Loose) => void, string][] = [
    ['a call that is gone', ({ paths }) => delete paths[key], `GET ${key}: is gone`],
    ['a field that is gone', (document) => delete answerOf(document, key).properties.name, `.name: is gone`],
    [
      'a field that may be missing',
      (document) => {
        const data = answerOf(document, key);
        data.required = data.required.filter((name: string) => name !== 'name');
      },
      '.name: may be missing now',
    ],
    [
      'a field of another type',
      (document) => {
        answerOf(document, key).properties.name = { type: 'number' };
      },
      'became {"type":"number"}',
    ],
    [
      'a field that may be null',
      (document) => {
        answerOf(document, key).properties.name = { anyOf: [{ type: 'string' }, { type: 'null' }] };
      },
      'became {"anyOf"',
    ],
    [
      'a field that must be sent',
      (document) => {
        bodyOf(document).properties.reason = { type: 'string' };
        bodyOf(document).required.push('reason');
      },
      '.reason: is required now',
    ],
    [
      'a field that takes less',
      (document) => {
        bodyOf(document).properties.permissions.maxItems = 1;
      },
      'maxItems is smaller',
    ],
    [
      'a scope in addition',
      ({ paths }) => {
        paths[key].get.security = [{ signature: ['news.read'] }];
      },
      'needs the scope news.read',
    ],
    [
      'a parameter that must be sent',
      ({ paths }) => {
        paths[key].get.parameters = [{ in: 'query', name: 'of', required: true, schema: { type: 'string' } }];
      },
      'query of: is required now',
    ],
  ];
  it.each(BREAKS)('is %s', (_, change, line) => {
    const changed = structuredClone(current);
    change(changed);
    expect(breaksOf(current, changed)).toEqual([expect.stringContaining(line)]);
  });

  it('is not what is added, nor what is sent more freely', () => {
    const changed: Loose = structuredClone(current);
    changed.paths['/api/partner/v1/new'] = changed.paths[key];
    answerOf(changed, key).properties.more = { type: 'string' };
    answerOf(changed, key).required.push('more');
    answerOf(changed, key).properties.kind.enum.push('trial');
    bodyOf(changed).properties.reason = { type: 'string' };
    bodyOf(changed).properties.permissions.maxItems += 1;
    expect(breaksOf(current, changed)).toEqual([]);
    expect(breaksOf(current, current)).toEqual([]);
  });
});

/** The dated versions of the partner API: which one answers, how its end is told, and what the table of changes may hold. */
import { describe, expect, it } from 'vitest';
import { apiChangesSchema, readApiChanges, versionsOf } from '../../../../src/catalogue/apiChanges.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { versionHeaders } from '../../../../src/server/partner/versions.ts';
import { callAs, PARTNER_SITE, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const PAGE = 'https://www.example.com/changes';
const VERSIONS = [
  { version: '2028-01-01' },
  { version: '2027-01-01', deprecated: '2028-02-01' },
  { version: '2026-01-01', deprecated: '2027-06-01', sunset: '2028-06-01' },
];
const headersOn = (day: string, asked?: string) =>
  versionHeaders(asked, { versions: VERSIONS, page: PAGE, now: new Date(`${day}T12:00:00Z`) });

describe('a call', () => {
  it('that names no version gets the oldest that has not ended', () => {
    expect(headersOn('2028-05-31')?.['Finger-Version']).toBe('2026-01-01');
    expect(headersOn('2028-06-01')?.['Finger-Version']).toBe('2027-01-01');
  });

  it('gets the version that it names, unless there is none or it has ended', () => {
    expect(headersOn('2028-05-31', '2028-01-01')).toEqual({ 'Finger-Version': '2028-01-01' });
    expect(headersOn('2028-06-01', '2026-01-01')).toBeNull();
    expect(headersOn('2028-05-31', '2026-02-01')).toBeNull();
    expect(headersOn('2028-05-31', 'constructor')).toBeNull();
  });

  it('learns when to leave a version and when that ends (RFC 9745, RFC 8594)', () => {
    expect(headersOn('2028-05-31', '2026-01-01')).toEqual({
      'Finger-Version': '2026-01-01',
      Deprecation: `@${Date.UTC(2027, 5, 1) / 1000}`,
      Sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
      Link: `<${PAGE}>; rel="deprecation"; type="text/html"`,
    });
    expect(headersOn('2028-05-31', '2027-01-01')).not.toHaveProperty('Sunset');
  });
});

describe('the API', () => {
  const api = usersApi({ site: PARTNER_SITE });
  it('answers in the versions of the table of changes, and refuses another', async () => {
    const key = await partnerKey(api.orm, await storedUser(api.orm));
    const call = (version?: string) => callAs(api.api, key, '/key', { headers: { 'finger-version': version } });
    const [newest] = versionsOf(readApiChanges());
    expect((await call()).headers['finger-version']).toBe(versionsOf(readApiChanges()).at(-1)?.version);
    expect(await call(newest?.version)).toMatchObject({
      status: 200,
      headers: { 'finger-version': newest?.version },
    });
    const refused = await call('2020-01-01');
    expect(refused).toMatchObject({
      status: 400,
      code: SERVER_CODES.badRequest.code,
      message: serverMessage('server.partner.version', 'en-US'),
    });
  });
});

describe('the table of changes', () => {
  const words = { 'en-US': 'x', ja: 'x', tw: 'x', cn: 'x' };
  const faults = (...rows: object[]) =>
    apiChangesSchema
      .safeParse({ changes: rows.map((row) => ({ ...words, ...row })) })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

  it('goes from the newest to the first version, each day once', () => {
    expect(faults({ date: '2027-01-01' }, { date: '2026-01-01', version: true })).toEqual([]);
    expect(faults({ date: '2026-01-01' }, { date: '2026-01-01', version: true })).toEqual([
      'changes.1.date is not before that of the change above it',
    ]);
    expect(faults({ date: '2026-01-01' })).toEqual(['changes.0.version is missing: the first change is a version']);
  });

  it('lets only a version be deprecated, and end after that', () => {
    const first = { date: '2026-01-01', version: true };
    expect(faults({ date: '2027-01-01', deprecated: '2028-01-01' }, first)).toEqual([
      'changes.0.deprecated belongs to a version only',
    ]);
    const ended = (more: object) => faults({ ...first, ...more });
    expect(ended({ deprecated: '2027-01-01', sunset: '2028-01-01' })).toEqual([]);
    expect(ended({ sunset: '2028-01-01' })).toEqual(['changes.0.sunset is not after deprecated']);
    expect(ended({ deprecated: '2028-01-01', sunset: '2028-01-01' })).toHaveLength(1);
  });
});

import { expect, it } from 'vitest';
import { securityText } from '../../../../src/authoring/pages/securityText.ts';

const SITE = { SITE_URL: 'https://www.example.com' };
const expires = '2027-05-31';

it('names the mailbox or the address that the operator states, its languages, and when it expires', () => {
  const contact = { languages: ['en', 'ja'] };
  expect(securityText({ security: { contact: 'security@example.com', expires }, contact }, SITE)).toBe(
    [
      'Contact: mailto:security@example.com',
      'Expires: 2027-05-31T00:00:00Z',
      'Preferred-Languages: en, ja',
      'Canonical: https://www.example.com/.well-known/security.txt\n',
    ].join('\n'),
  );
  expect(securityText({ security: { contact: 'https://example.org/report', expires } }, SITE)).toMatch(
    /^Contact: https:\/\/example\.org\/report\nExpires: .*\nCanonical: /,
  );
});

it('names the support of the site if the operator states none, as SECURITY.md does', () => {
  expect(securityText({ security: { expires } }, SITE)).toContain('Contact: https://www.example.com/support\n');
  const SUPPORT_URL = 'https://help.example.com';
  expect(securityText({ security: { expires } }, { ...SITE, SUPPORT_URL })).toContain(`Contact: ${SUPPORT_URL}\n`);
});

it('is not there without a day on which it expires, which it must have', () => {
  expect(securityText({ security: { contact: 'security@example.com' } }, SITE)).toBeNull();
  expect(securityText({}, SITE)).toBeNull();
});

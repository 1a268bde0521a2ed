import type { Operator } from '../../catalogue/operator.ts';
import type { Settings } from '../../site.ts';

/**
 * The text of /.well-known/security.txt (RFC 9116); null if the operator states no day on which it expires. Who states no
 * contact is reached as SECURITY.md says: by the support of the site.
 */
export function securityText(
  { security, contact }: Pick<Operator, 'security' | 'contact'>,
  { SITE_URL, SUPPORT_URL }: Pick<Settings, 'SITE_URL' | 'SUPPORT_URL'>,
): string | null {
  if (!security?.expires) return null;
  const address = security.contact ?? SUPPORT_URL ?? `${SITE_URL}/support`;
  const fields = {
    Contact: address.includes('://') ? address : `mailto:${address}`,
    Expires: `${security.expires}T00:00:00Z`,
    ...(contact?.languages && { 'Preferred-Languages': contact.languages.join(', ') }),
    Canonical: `${SITE_URL}/.well-known/security.txt`,
  };
  return Object.entries(fields)
    .map((field) => `${field.join(': ')}\n`)
    .join('');
}

/** What browsers report of the content security policy: which directive stopped what. */
import * as v from 'valibot';

/** Where they send it, as the policy says (server/hosting.ts). */
export const POLICY_REPORTS_PATH = '/api/policyReports';
export const POLICY_REPORT_TYPE = 'application/csp-report';

/** Directives by which a browser stops something (CSP 3, and Trusted Types). */
const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const;

/** The body that CSP 3, 5.4 describes, of which we read no more: no address of a page, no sample of a script. */
export const policyReport = v.object({
  'csp-report': v.pipe(
    v.object({
      'effective-directive': v.optional(v.string()),
      // Older browsers name the directive only here, with its sources.
      'violated-directive': v.optional(v.string(), ''),
      'blocked-uri': v.optional(v.string(), ''),
    }),
    v.transform(({ 'effective-directive': effective, 'violated-directive': violated, 'blocked-uri': blocked }) => ({
      directive: effective || (violated.split(' ')[0] ?? ''),
      blocked: blockedOf(blocked),
    })),
    v.object({ directive: v.picklist(DIRECTIVES), blocked: v.string() }),
  ),
});

/** A host for an address of the web, a scheme for others ('data:'), or the word that browsers send, such as 'inline'. */
function blockedOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^(https?|wss?):$/.test(url.protocol)) return url.hostname.slice(0, 100);
  return (url?.protocol ?? /^[a-z-]*/.exec(text)?.[0] ?? '').slice(0, 40);
}

import { settings } from '../settings.ts';

export function GET(): Response {
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${settings.SITE_URL}/sitemap.xml\n`);
}

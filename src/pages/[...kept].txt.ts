/** The legal texts as they were published, so that everybody can read what they accepted or signed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import { builtLocales } from '../authoring/pages/pages.ts';
import { CONTENT_DIR } from '../catalogue/content.ts';
import { keptFolder, keptPath, keptTexts } from '../catalogue/legal.ts';
import { localize } from '../i18n/urls.ts';

export const getStaticPaths = () =>
  keptTexts()
    .filter(({ locale }) => builtLocales.includes(locale))
    .map((kept) => ({
      params: {
        kept: localize(keptPath(kept), kept.locale)
          .slice(1)
          .replace(/\.txt$/, ''),
      },
      props: { name: kept.name },
    }));

export const GET: APIRoute<{ name: string }> = ({ props }) =>
  new Response(readFileSync(join(keptFolder(CONTENT_DIR), props.name), 'utf8'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });

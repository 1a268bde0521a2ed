/** The desk of editors and translators, at /_desk in `npm run dev`. It is not part of a build. */
import type { AstroIntegration } from 'astro';

const PAGES = {
  '/_desk': 'index',
  '/_desk/components': 'components',
  '/_desk/mail': 'mail',
  '/_desk/review/[locale]/[...page]': 'review',
};

export function devDesk(): AstroIntegration {
  return {
    name: 'dev-desk',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return;
        for (const [pattern, page] of Object.entries(PAGES)) {
          // Rendered for each request, because the files change during the work.
          injectRoute({ pattern, entrypoint: `./src/desk/${page}.astro`, prerender: false });
        }
      },
    },
  };
}

/**
 * Shells in `npm run dev`: an address with an id without a page shows the shell, as on the server of the built site.
 * Otherwise the dev server would answer that there is no such page.
 */

import type { AstroIntegration } from 'astro';
import { mdxFiles } from '../catalogue/content.ts';
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { localize, splitLocale } from '../i18n/urls.ts';
import { roomFile } from '../routes.ts';
import { SHELLS } from '../server/hosting.ts';

export function devShells(): AstroIntegration {
  return {
    name: 'dev-shells',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, _response, next) => {
          const [pathname = '/', search] = (request.url ?? '/').split(/(?=\?)/);
          const { locale, path } = splitLocale(pathname);
          const shell = SHELLS.find(({ stem }) => path.startsWith(stem) && path !== stem);
          const hasPage = () => mdxFiles(DEFAULT_LOCALE).includes(roomFile(path) ?? '');
          if (shell && !hasPage()) request.url = localize(shell.file, locale) + (search ?? '');
          next();
        });
      },
    },
  };
}

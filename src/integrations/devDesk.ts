/** The desk of editors and translators, at /_desk in `npm run dev`. It is not part of a build. */
import { sep } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { DevEnvironment, RunnableDevEnvironment, ViteDevServer } from 'vite';
import { CONTENT_DIR } from '../catalogue/content.ts';
import { API_PATH } from '../desk/server/addresses.ts';
import { showingDrafts } from '../desk/server/drafts.ts';
import { GUARD_HEADERS, newToken, pathOf, refusal } from '../desk/server/guard.ts';
import { newAddress } from '../desk/server/redirect.ts';
import { MADE } from './virtualModule.ts';

const PAGES = {
  '/_desk': 'list/index.astro',
  '/_desk/new': 'texts/new.astro',
  '/_desk/replace': 'texts/replace.astro',
  '/_desk/rename/[...page]': 'texts/rename.astro',
  '/_desk/components': 'components.astro',
  '/_desk/mail': 'mail.astro',
  '/_desk/send': 'send/send.astro',
  '/_desk/review/[locale]/[...page]': 'page/review.astro',
  '/_desk/edit/[locale]/[...page]': 'page/edit.astro',
  '/_desk/tables/[...table]': 'table/tables.astro',
  [`${API_PATH}[name]`]: 'server/api.ts',
};

export function devDesk(): AstroIntegration {
  return {
    name: 'dev-desk',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, addMiddleware, updateConfig }) => {
        if (command !== 'dev') return;
        // By default, every page of this machine may read modules, files of the project and the key of Vite's websocket.
        updateConfig({ vite: { server: { cors: false } } });
        for (const [pattern, page] of Object.entries(PAGES)) {
          // Rendered for each request, because the files change during the work.
          injectRoute({ pattern, entrypoint: `./src/desk/${page}`, prerender: false });
        }
        addMiddleware({ entrypoint: new URL('../desk/server/middleware.ts', import.meta.url), order: 'pre' });
      },
      'astro:server:setup': ({ server }) => {
        // When its configuration changes, Astro starts a new server in the same process: open pages go on.
        globalThis.deskState ??= {};
        const state = globalThis.deskState;
        state.token ??= newToken();
        const { token } = state;
        server.middlewares.use((request, response, next) => {
          const refused = refusal(request, token);
          if (refused) {
            const isCall = pathOf(request.url ?? '').startsWith(API_PATH);
            response.writeHead(refused.status, {
              ...GUARD_HEADERS,
              'Content-Type': isCall ? 'application/json' : 'text/plain; charset=utf-8',
            });
            response.end(isCall ? JSON.stringify({ what: refused.text, remedy: '' }) : refused.text);
            return;
          }
          if (pathOf(request.url ?? '').startsWith('/_desk')) {
            for (const [name, value] of Object.entries(GUARD_HEADERS)) response.setHeader(name, value);
          }
          const moved = newAddress(request.url ?? '');
          if (moved) {
            response.writeHead(308, { Location: moved }).end();
            return;
          }
          showingDrafts(request, next);
        });
        state.forget = () => forget(server);
        state.dropLoading = () => dropLoading(server);
        server.watcher.add(CONTENT_DIR);
        server.watcher.on('all', (_event, path) => {
          if (path.startsWith(CONTENT_DIR + sep) && /\.(?:ya?ml|json|opml|csv)$/.test(path)) reload(server);
        });
      },
    },
  };
}

/** Tables and messages are read when their modules load, so all are loaded anew, and open pages with them. */
function reload(server: ViteDevServer): void {
  forget(server);
  server.ws.send({ type: 'full-reload', path: '*' });
}

/** Every module runs anew. Only those that are made from content/ have changed, so that the code of the others stays. */
function forget({ environments }: ViteDevServer): void {
  for (const environment of Object.values(environments)) {
    const { moduleGraph } = environment;
    const made = [...moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(MADE));
    for (const module of made) moduleGraph.invalidateModule(module);
    runnerOf(environment)?.evaluatedModules.clear();
    shareNoLonger(environment);
  }
}

const runnerOf = (environment: DevEnvironment | RunnableDevEnvironment) =>
  'runner' in environment ? environment.runner : undefined;

/** Astro's module of all entries of content/. */
export const ENTRIES = '\0astro:data-layer-content';

/**
 * Keeps a page that is rendered while a text changes from leaving the old text to the pages after it: Astro calls the
 * change an update, after which Vite would still keep what it was loading before.
 */
export function dropLoading({ environments }: ViteDevServer): void {
  for (const environment of Object.values(environments)) {
    const entries = environment.moduleGraph.getModuleById(ENTRIES);
    if (entries) environment.moduleGraph.invalidateModule(entries);
    shareNoLonger(environment);
  }
}

/**
 * Pages share the module that Vite's runner is fetching for one of them; a page that is asked for after a change must not
 * get the module of before. Nothing public drops it: `clearCache()` and invalidated modules leave fetches under way. The
 * brackets name a private field, so that the type check fails if Vite renames it, as devDesk.full.test.ts does.
 */
function shareNoLonger(environment: DevEnvironment): void {
  // biome-ignore lint/complexity/useLiteralKeys: with a point the type check refuses a private field, renamed or not
  runnerOf(environment)?.['concurrentModuleNodePromises'].clear();
}

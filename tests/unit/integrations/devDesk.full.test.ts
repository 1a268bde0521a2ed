/** A text that changes while a page loads it, in a Vite server that is told of it as Astro tells its own. */
import { expect, it } from 'vitest';
import { createViteServer } from 'vitest/node';
import { dropLoading, ENTRIES } from '../../../src/integrations/devDesk.ts';

interface Environment {
  moduleGraph: {
    getModuleById: (id: string) => object | undefined;
    invalidateModule: (module: object, seen?: undefined, timestamp?: number, isHmr?: boolean) => void;
  };
  runner: { import: (url: string) => Promise<{ text: () => Promise<string> }> };
}

it('is shown by the pages asked for after the change, while the first one loads and later', async () => {
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let text = 'before';
  const server = await createViteServer({
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [
      {
        name: 'entries',
        resolveId: (id: string) => (id === 'page' ? '\0page' : `\0${id}` === ENTRIES ? ENTRIES : null),
        load: async (id: string) => {
          // Astro keeps the entries as long as the module that asks for them.
          if (id === '\0page') {
            return `let kept; export const text = () => (kept ??= import('${ENTRIES.slice(1)}').then((all) => all.default));`;
          }
          if (id !== ENTRIES) return null;
          const read = text;
          asked.resolve();
          if (read === 'before') await late.promise;
          return `export default '${read}'`;
        },
      },
    ],
  });
  try {
    const { moduleGraph, runner } = server.environments.ssr as unknown as Environment;
    const shown = async () => (await runner.import('page')).text();
    const first = shown();
    await asked.promise;
    text = 'after';
    moduleGraph.invalidateModule(moduleGraph.getModuleById(ENTRIES) ?? {}, undefined, Date.now(), true);
    dropLoading(server);
    const second = shown();
    expect(await second).toBe('after');
    late.resolve();
    await first;
    expect(await shown()).toBe('after');
  } finally {
    late.resolve();
    await server.close();
  }
});

/** A Vite server with the list of what the development server refuses. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createViteServer } from 'vitest/node';
import { CONTENT_DIR } from '../../../src/contentDir.ts';
import { devDenied, isUnwatched } from '../../../src/integrations/devFiles.ts';
import { emptyFolder } from '../../helpers/database/database.ts';
import { ask } from '../../helpers/server/api.ts';

const REFUSED = ['.data/db/base/1', '.env', '.env.local', '.secret', '.github/x.txt', 'content/.git/config', 'a.pem'];
const SENT = ['src/a.txt', 'node_modules/.packages/a/a.txt'];

it('the development server sends nothing that begins with a dot in its folder', async () => {
  const { path, remove } = await emptyFolder();
  // Signs of a pattern in the name of the folder, too.
  const root = join(path, 'site (1)');
  for (const file of [...REFUSED, ...SENT]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), 'bytes');
  }
  const vite = await createViteServer({
    configFile: false,
    root,
    logLevel: 'silent',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null, fs: { deny: devDenied(root) } },
  });
  const server = createServer(vite.middlewares).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answers = (files: readonly string[]) =>
      Promise.all(
        files.flatMap((file) =>
          ['/', `/@fs${root.replaceAll(' ', '%20')}/`].flatMap((stem) =>
            ['', '?raw', '?url&raw', '?import&raw'].map(async (query) => {
              const { status, text } = await ask(port, stem + file + query, { host: 'localhost' });
              return { address: stem + file + query, sent: status === 200 && text.includes('bytes') };
            }),
          ),
        ),
      );
    expect((await answers(REFUSED)).filter(({ sent }) => sent)).toEqual([]);
    expect((await answers(SENT)).filter(({ sent }) => !sent)).toEqual([]);
  } finally {
    server.close();
    await vite.close();
    await remove();
  }
});

it('the development server watches sources and content, and no built site or database', () => {
  const watched = (path: string) => !isUnwatched(resolve(path));
  const files = ['src/site.ts', 'content/operator.yml', '.env', '.astro/data-store.json', 'astro.config.mjs'];
  expect(files.filter((file) => !watched(file))).toEqual([]);
  expect(['.data', '.data/db/base/1', 'dist/index.html', 'tests/README.md'].filter(watched)).toEqual([]);
  expect(watched(CONTENT_DIR)).toBe(true);
});

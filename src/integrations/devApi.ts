/** Serves the API in `npm run dev`, on the origin of the pages, as the server of the built site does. */

import type { RequestListener } from 'node:http';
import type { AstroIntegration } from 'astro';
import { KEYS_PATH } from '../contract/webhooks.ts';
import { createListener } from '../server/app.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/opening/open.ts';
import { type Api, createOpeningApi } from '../server/frame.ts';
import { unsentMails } from '../server/mail/commands.ts';
import { type Services, startServices } from '../server/services.ts';
import { orEnd } from '../settings.ts';
import { readSettings, type Settings } from '../site.ts';

/**
 * Belongs to this process, not to one dev server: when its configuration changes, Astro starts a new server beside the
 * old one and never reports that the old one has stopped, but a data folder can be open only once.
 */
let running: Running | undefined;

interface Running {
  answer: RequestListener;
  /** Null if the database cannot be opened */
  services: Promise<Services | null>;
}

/** Opens the database and starts everything on it; until then, and if it cannot be opened, calls answer 503. */
function start(config: Config, settings: Settings, say: (line: string) => void): Running {
  const site = settings.SITE_URL;
  const listenerOf = (api: Api) => createListener(api, { isAlone: false });
  const opening = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  globalThis.deskState ??= {};
  globalThis.deskState.mails = async () => unsentMails((await opening).orm, site);
  const started: Running = { answer: listenerOf(createOpeningApi({ config, site, log })), services: startOn() };
  return started;

  async function startOn(): Promise<Services | null> {
    try {
      const database = await opening;
      const services = orEnd(() => startServices({ database, config, settings, log }));
      started.answer = listenerOf(services.api);
      return services;
    } catch (error) {
      // Work on pages is possible without the database.
      say((error as Error).message);
      if (running === started) running = undefined;
      return null;
    }
  }
}

/** Logs nothing: the dev server logs requests itself, and /api/web/news/sources lists what goes wrong with feeds. */
const log = () => {};

async function close(): Promise<void> {
  const ending = running;
  running = undefined;
  if (globalThis.deskState) globalThis.deskState.mails = undefined;
  await (await ending?.services)?.close();
}

export function devApi(env: NodeJS.ProcessEnv = process.env): AstroIntegration {
  return {
    name: 'dev-api',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'dev') return;
        const { HOST: host, PORT: port } = orEnd(() => readConfig(env));
        updateConfig({ server: { host, port } });
      },
      'astro:server:setup': ({ server, logger }) => {
        const config = readConfig(env);
        running ??= start(config, readSettings(env), (line) => logger.error(line));
        const current = running;
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith('/api/') || request.url === KEYS_PATH) current.answer(request, response);
          else next();
        });
      },
      'astro:server:done': close,
    },
  };
}

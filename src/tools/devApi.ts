/** The API in `npm run dev`, on the origin of the pages, as the server of the built site has it. */
import type { AstroIntegration } from 'astro';
import { createApi } from '../server/api.ts';
import { createListener } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { type Database, openDatabase } from '../server/db/open.ts';
import { createNews, type News } from '../server/news/service.ts';

/**
 * Of this process and not of one dev server: when its configuration changes, Astro sets a new server up beside the old
 * one and never says that the old one is done, and a data folder can be open only once.
 */
let database: Promise<Database> | undefined;
let news: News | undefined;

async function close(): Promise<void> {
  const closing = database;
  database = undefined;
  await news?.close();
  await closing?.then(
    (opened) => opened.close(),
    () => {},
  );
}

export function devApi(env: NodeJS.ProcessEnv = process.env): AstroIntegration {
  return {
    name: 'dev-api',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        const config = readConfig(env);
        if (!database) {
          database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
          // The pages can be worked on without it; calls that need it answer 503.
          database.catch((error: Error) => {
            logger.error(error.message);
            database = undefined;
          });
        }
        const log = () => {};
        void news?.close();
        news = createNews({ database, log, keepDays: config.NEWS_KEEP_DAYS });
        const answer = createListener(createApi({ database, config, log, news }));
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith('/api/')) answer(request, response);
          else next();
        });
      },
      'astro:server:done': close,
    },
  };
}

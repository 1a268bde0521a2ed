/** Serves the API in `npm run dev`, on the origin of the pages, as the server of the built site does. */
import type { AstroIntegration } from 'astro';
import { KEYS_PATH } from '../contract/webhooks.ts';
import type { Accounts } from '../server/accounts/service.ts';
import { startAccounts } from '../server/accounts/start.ts';
import { startAdmin } from '../server/admin.ts';
import { createApi } from '../server/api.ts';
import { createListener } from '../server/app.ts';
import { type Config, readConfig } from '../server/config.ts';
import type { Database } from '../server/db/database.ts';
import { openDatabase } from '../server/db/open.ts';
import { unsentMails } from '../server/mail/operator.ts';
import { startMails } from '../server/mail/start.ts';
import type { News } from '../server/news/service.ts';
import { startNews } from '../server/news/start.ts';
import type { Series } from '../server/series/service.ts';
import { startSeries } from '../server/series/start.ts';
import type { Support } from '../server/support/service.ts';
import { startSupport } from '../server/support/start.ts';
import type { Users } from '../server/users/service.ts';
import { startUsers } from '../server/users/start.ts';
import { startWebhooks } from '../server/webhooks/start.ts';
import { orEnd } from '../settings.ts';
import { readSettings, type Settings } from '../site.ts';

/**
 * Belongs to this process, not to one dev server: when its configuration changes, Astro starts a new server beside the
 * old one and never reports that the old one has stopped, but a data folder can be open only once.
 */
let running:
  | {
      database: Promise<Database>;
      news: News;
      series: Series;
      accounts: Accounts;
      support: Support;
      users: Users;
      mails: Closing;
      webhooks: Closing;
      admin: Closing;
    }
  | undefined;

interface Closing {
  close(): Promise<void>;
}

/** Opens the database and starts news, series, applications, questions, mail and webhooks on it. Reports the reason if it cannot. */
function start(config: Config, settings: Settings, say: (line: string) => void) {
  const { SITE_URL: site, UPLOAD_URL } = settings;
  const database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  globalThis.deskMails = async () => unsentMails((await database).orm, site);
  const accounts = startAccounts({ database, config, filesElsewhere: UPLOAD_URL !== undefined, log });
  const started = {
    database,
    news: startNews({ database, config, site, log }),
    series: startSeries({ database, config, log }),
    accounts,
    support: startSupport({ database, config, log }),
    users: startUsers({ database, config, settings, rules: accounts.rules, log }),
    mails: startMails({ database, config, site, log }),
    webhooks: startWebhooks({ database, config, site, log }),
    admin: startAdmin({ database, config, site, log }),
  };
  // Work on pages is possible without the database; calls that need it answer 503.
  database.catch((error: Error) => {
    say(error.message);
    if (running === started) running = undefined;
    void end(started);
  });
  return started;
}

/** Logs nothing: the dev server logs requests itself, and /api/web/news/sources lists what goes wrong with feeds. */
const log = () => {};

const end = ({ database: _, ...services }: NonNullable<typeof running>) =>
  Promise.all(Object.values(services).map((service) => service.close()));

async function close(): Promise<void> {
  const ending = running;
  running = undefined;
  globalThis.deskMails = undefined;
  if (ending) await end(ending);
  await ending?.database.then(
    (opened) => opened.close(),
    () => {},
  );
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
        running ??= orEnd(() => start(config, readSettings(env), (line) => logger.error(line)));
        const { database, ...services } = running;
        const answer = createListener(createApi({ database, config, log, ...services }), { isAlone: false });
        server.middlewares.use((request, response, next) => {
          if (request.url?.startsWith('/api/') || request.url === KEYS_PATH) answer(request, response);
          else next();
        });
      },
      'astro:server:done': close,
    },
  };
}

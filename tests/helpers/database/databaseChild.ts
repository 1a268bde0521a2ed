/**
 * A separate process that uses a database: node databaseChild.ts <what> <options as JSON>. It prints a line for each
 * step that it has done, and the line 'error: …' for a failure.
 */
import { writeSync } from 'node:fs';
import { administer } from '../../../src/server/admin.ts';
import { importCities } from '../../../src/server/db/cities.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { connect, type DatabaseOptions, migrate, openDatabase } from '../../../src/server/db/opening/open.ts';
import { imports } from '../../../src/server/db/schema.ts';
import { createMails } from '../../../src/server/mail/sending.ts';
import { createSender } from '../../../src/server/mail/transport.ts';
import { createStore } from '../../../src/server/news/store.ts';
import { createStaffDigest } from '../../../src/server/staff/staffMails.ts';
import { createPoster } from '../../../src/server/webhooks/post.ts';
import { createWebhooks } from '../../../src/server/webhooks/sending.ts';
import { itemsOf, rowOf } from '../durability.ts';

const [, , what, json = '{}'] = process.argv;
const options: DatabaseOptions & {
  first?: number;
  statements?: number;
  smtp?: string;
  aheadMs?: number;
  at?: string;
  reference?: string;
} = JSON.parse(json);
/** Prints synchronously, so that the line arrives even if the process is killed right after. */
const say = (line: string | number) => writeSync(1, `${line}\n`);

try {
  if (what === 'hold') {
    await openDatabase(options);
    say('open');
    setInterval(() => {}, 60_000);
  } else if (what === 'open') {
    const database = await openDatabase(options);
    say('open');
    await database.close();
    say('closed');
  } else if (what === 'write') {
    const { orm } = await connect(options);
    for (let n = options.first ?? 0; ; n += 1) {
      await orm.insert(imports).values(rowOf(n));
      say(n);
    }
  } else if (what === 'ingest') {
    const store = createStore(await connect(options));
    for (let n = options.first ?? 0; ; n += 1) {
      const { added } = await store.saveItems(itemsOf(n));
      say(`${n} ${added}`);
    }
  } else if (what === 'mail') {
    const { smtp: SMTP_URL = '', aheadMs = 0 } = options;
    createMails({
      database: await connect(options),
      log: ({ state }) => say(String(state)),
      site: 'https://www.example.com',
      sender: createSender({ SMTP_URL, MAIL_FROM: { name: 'Finger', address: 'support@example.com' } }),
      now: () => new Date(Date.now() + aheadMs),
    });
    setInterval(() => {}, 60_000);
  } else if (what === 'staff') {
    const { at = '', statements } = options;
    const database = await connect(options);
    const orm = statements === undefined ? database.orm : dyingAt(database.orm, statements);
    const settings = {
      mails: ['desk@finger.test', 'second@finger.test'],
      hour: 7,
      timeZone: 'UTC',
      locale: 'ja',
    } as const;
    const log = () => say('error');
    const digest = createStaffDigest({ database: { ...database, orm }, log, settings, now: () => new Date(at) });
    await digest.tick();
    await digest.close();
    await database.close();
    say('told');
  } else if (what === 'approve') {
    const { reference, statements = 0 } = options;
    const database = await connect(options);
    const orm = dyingAt(database.orm, statements, ['execute', 'insert', 'update', 'delete']);
    const request = { command: 'applications status', by: 'Mika Mori', reference, state: 'approved' };
    await administer({ orm, dataDir: '/nowhere', site: '' }, request);
    await database.close();
    say('approved');
  } else if (what === 'webhook') {
    const { aheadMs = 0 } = options;
    createWebhooks({
      database: await connect(options),
      log: ({ state }) => say(String(state)),
      post: createPoster({ site: 'https://www.example.com', allowPrivate: true }),
      now: () => new Date(Date.now() + aheadMs),
    });
    setInterval(() => {}, 60_000);
  } else if (what === 'import') {
    const { orm } = await connect(options);
    await migrate(orm);
    await importCities(dyingAt(orm, options.statements ?? 0));
    say('imported');
  }
} catch (error) {
  say(`error: ${error instanceof Error ? error.message : error}`);
}

/** The same database, but the process is killed at the n-th statement of these kinds within a transaction. */
function dyingAt(orm: Orm, n: number, kinds: readonly PropertyKey[] = ['execute']): Orm {
  let left = n;
  return new Proxy(orm, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'transaction') {
        return (work: (tx: Orm) => Promise<unknown>) =>
          target.transaction((tx) => work(dyingAt(tx as Orm, left, kinds)));
      }
      if (kinds.includes(name) && left-- <= 0) process.kill(process.pid, 'SIGKILL');
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

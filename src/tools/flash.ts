/**
 * npm run admin -- flash --lang ja [--important] [--summary …] [--link …] [--category …] "…"   publishes a flash
 * npm run admin -- flash --revise ID ["…"] [--summary …] [--important | --no-important]          rewords a flash of the desk
 * npm run admin -- flash --withdraw ID                                                           withdraws a flash
 *
 * Calls the API at --to (http://localhost:PORT) with the token in FLASH_TOKEN, so it works while the server runs.
 * A command that got no answer may be repeated within an hour: it has the same Idempotency-Key and publishes once.
 * --lang takes a locale, such as tw, or a language of news: en, ja, zh-Hant, zh-Hans.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { FLASH_PUBLISH_PATH, LANGUAGE_OF, SUCCESS } from '../contract/all.ts';
import { isLocale } from '../i18n/locales.ts';
import { readConfig } from '../server/config.ts';
import type { Work } from './command.ts';

const LIMIT_S = 10;
/** How long a command that got no answer keeps its key. Later, the same words are news again. */
const KEY_KEPT_MS = 3_600_000;

export const flash: Work = async (args, env) => {
  const { PORT, DATA_DIR } = readConfig(env);
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      lang: { type: 'string', default: 'en' },
      important: { type: 'boolean' },
      summary: { type: 'string' },
      link: { type: 'string' },
      category: { type: 'string' },
      revise: { type: 'string' },
      withdraw: { type: 'string' },
      to: { type: 'string', default: `http://localhost:${PORT}` },
    },
  });
  const { lang, important, summary, link, category, revise, withdraw, to } = values;
  const language = isLocale(lang) ? LANGUAGE_OF[lang] : lang;
  const title = positionals.join(' ') || undefined;
  const token = env.FLASH_TOKEN?.trim();
  if (!token) throw new Error("Set FLASH_TOKEN to your token; 'npm run admin -- editors add NAME' makes one.");
  if (!title && !revise && !withdraw) throw new Error('Say what is new: npm run admin -- flash --lang ja "…"');
  const body = withdraw
    ? { action: 'withdraw', id: withdraw }
    : revise
      ? { action: 'revise', id: revise, title, summary, important }
      : { action: 'publish', language, title, summary, link, category, important };

  const address = new URL(FLASH_PUBLISH_PATH, to);
  const text = JSON.stringify(body);
  const attempt = createHash('sha256')
    .update(JSON.stringify([address.href, token, text]))
    .digest('hex');
  const key = await keyOf(join(dirname(DATA_DIR), 'flash', attempt));
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token, 'Idempotency-Key': key.value },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_S * 1000),
  }).catch((error) => {
    if (error.name !== 'TimeoutError') {
      throw new Error(`Nothing answers at ${address.origin}: start the server, or name it by --to.`);
    }
    throw new Error(`No answer within ${LIMIT_S} seconds. Repeat the command within an hour: it publishes once.`);
  });
  // An error of the server tells not whether it has published.
  if (answer.status < 500) await key.forget();
  const { code, message, data } = ((await answer.json().catch(() => null)) ?? {}) as {
    code?: number;
    message?: string;
    data?: { id?: string; fields?: { field: string; message: string }[] } | null;
  };
  if (code !== SUCCESS) {
    const fields = data?.fields?.map((field) => field.message) ?? [];
    throw new Error(fields.length > 0 ? fields.join('\n') : message || `HTTP ${answer.status}`);
  }
  return [`${body.action} ${data?.id}`];
};

/** The key of an attempt, which a file holds until there is an answer. */
async function keyOf(file: string): Promise<{ value: string; forget: () => Promise<void> }> {
  const forget = () => rm(file, { force: true });
  try {
    if ((await stat(file)).mtimeMs > Date.now() - KEY_KEPT_MS) return { value: await readFile(file, 'utf8'), forget };
  } catch {
    // The first attempt.
  }
  const value = randomUUID();
  // A flash does not wait for a folder that cannot be written to.
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, value))
    .catch(() => {});
  return { value, forget };
}

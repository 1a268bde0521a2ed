/**
 * npm run flash -- --lang ja [--important] [--summary …] [--link …] [--category …] "…"   publishes a flash
 * npm run flash -- --revise ID ["…"] [--summary …] [--important | --no-important]          rewords a flash of the desk
 * npm run flash -- --withdraw ID                                                           withdraws a flash
 *
 * Calls the API at --to (http://localhost:PORT) with the token in FLASH_TOKEN, so it works while the server runs.
 * --lang takes a locale, such as tw, or a language of news: en, ja, zh-Hant, zh-Hans.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FLASH_PUBLISH_PATH, LANGUAGE_OF, SUCCESS } from '../contract/all.ts';
import { isLocale } from '../i18n/locales.ts';
import { readConfig } from '../server/config.ts';
import { runCommand, type Work } from './command.ts';

export const flash: Work = async (args, env) => {
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
      to: { type: 'string', default: `http://localhost:${readConfig(env).PORT}` },
    },
  });
  const { lang, important, summary, link, category, revise, withdraw, to } = values;
  const language = isLocale(lang) ? LANGUAGE_OF[lang] : lang;
  const title = positionals.join(' ') || undefined;
  const token = env.FLASH_TOKEN?.trim();
  if (!token) throw new Error("Set FLASH_TOKEN to your token; 'npm run editor -- add NAME' makes one.");
  if (!title && !revise && !withdraw) throw new Error('Say what is new: npm run flash -- --lang ja "…"');
  const body = withdraw
    ? { action: 'withdraw', id: withdraw }
    : revise
      ? { action: 'revise', id: revise, title, summary, important }
      : { action: 'publish', language, title, summary, link, category, important };

  const address = new URL(FLASH_PUBLISH_PATH, to);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new Error(`Nothing answers at ${address.origin}: start the server, or name it by --to.`);
  });
  const { code, message, data } = ((await answer.json().catch(() => null)) ?? {}) as {
    code?: number;
    message?: string;
    data?: { id?: string; fields?: { field: string; message: string }[] } | null;
  };
  if (code !== SUCCESS) {
    const fields = data?.fields?.map((one) => one.message) ?? [];
    throw new Error(fields.length > 0 ? fields.join('\n') : message || `HTTP ${answer.status}`);
  }
  return [`${body.action} ${data?.id}`];
};

if (import.meta.main) await runCommand(flash);

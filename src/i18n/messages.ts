/**
 * Interface strings. content/<locale>/ui.json holds flat ICU messages; en-US is the list of keys.
 * On the server `translator` formats them; islands get the compiled messages they need as props (`pick`).
 */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import cn from '../../content/cn/ui.json' with { type: 'json' };
import enGB from '../../content/en-GB/ui.json' with { type: 'json' };
import enUS from '../../content/en-US/ui.json' with { type: 'json' };
import ja from '../../content/ja/ui.json' with { type: 'json' };
import tw from '../../content/tw/ui.json' with { type: 'json' };
import { formatMessage, type MessageValues } from './format.ts';
import type { Locale } from './locales.ts';

export type MessageKey = keyof typeof enUS;
export const MESSAGE_KEYS = Object.keys(enUS) as MessageKey[];

/** Formats a message of one locale; a plain string comes back. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

const SOURCES: Record<Locale, Partial<Record<MessageKey, string>>> = { 'en-US': enUS, 'en-GB': enGB, ja, tw, cn };
const compiled = new Map<string, CompiledMessage>();

function compiledMessage(locale: Locale, key: MessageKey): CompiledMessage {
  const id = `${locale} ${key}`;
  let message = compiled.get(id);
  if (message === undefined) {
    const source = SOURCES[locale][key] ?? enUS[key];
    if (source === undefined) throw new Error(`No message '${key}' in content/en-US/ui.json`);
    message = compile(source);
    compiled.set(id, message);
  }
  return message;
}

/** Kept, since pages ask for the same few hundred texts, and one that counts makes the number and plural rules anew. */
const formatted = new Map<string, string>();

export function translator(locale: Locale): Translate {
  return (key, values) => {
    const id = values ? `${locale} ${key} ${JSON.stringify(values)}` : `${locale} ${key}`;
    let text = formatted.get(id);
    if (text === undefined) {
      text = formatMessage(compiledMessage(locale, key), locale, values);
      formatted.set(id, text);
    }
    return text;
  };
}

/** Compiled messages for an island, under the keys it names. */
export function pick<K extends MessageKey>(locale: Locale, keys: readonly K[]): Record<K, CompiledMessage> {
  return Object.fromEntries(keys.map((key) => [key, compiledMessage(locale, key)])) as Record<K, CompiledMessage>;
}

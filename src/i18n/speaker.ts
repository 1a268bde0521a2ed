import type { CompiledMessage } from 'icu-minify/format';
import { formatMessage, type MessageValues } from './format.ts';
import type { Locale } from './locales.ts';
import type { MessageKey } from './messages.ts';

/** Returns a function that formats an island's messages by key. */
export function speaker<K extends MessageKey>(words: Readonly<Record<K, CompiledMessage>>, locale: Locale) {
  return (key: K, values?: MessageValues) => formatMessage(words[key], locale, values);
}

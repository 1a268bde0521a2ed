/**
 * Interface strings. content/<locale>/ui.json holds flat ICU messages; en-US is the list of keys.
 * On the server `translator` formats them; islands get the compiled messages they need as props (`pick`).
 */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type enUS from '../../content/en-US/ui.json';
import { memo } from '../memo.ts';
import { formatMessage, type MessageValues } from './format.ts';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';
import { readWords } from './wordFiles.ts';

export type MessageKey = keyof typeof enUS;

/** A key, or what keys begin with: 'search.kind*' stands for 'search.kind' and for 'search.kind.page'. */
export type KeyPattern = MessageKey | `${string}*`;

/** The keys that patterns stand for. */
export type KeysOf<P extends KeyPattern> = P extends `${infer Start}*`
  ? Extract<MessageKey, `${Start}${string}`>
  : Extract<P, MessageKey>;

/** The compiled messages that an island gets, by key. */
export type Words<P extends KeyPattern> = Readonly<Record<KeysOf<P>, CompiledMessage>>;

/** Formats a message of one locale as a plain string. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

const WORDS = readWords('ui');
export const MESSAGE_KEYS = Object.keys(WORDS.get(DEFAULT_LOCALE) ?? {}) as MessageKey[];

function compiledMessage(locale: Locale, key: MessageKey): CompiledMessage {
  const source = WORDS.get(locale)?.[key];
  if (source === undefined) throw new Error(`No message '${key}' in content/${DEFAULT_LOCALE}/ui.json`);
  return compile(source);
}

/** Cached: pages ask for the same few hundred texts, and one with a count creates number and plural rules anew. */
const formatted = memo((_id: string, locale: Locale, key: MessageKey, values?: MessageValues) =>
  formatMessage(compiledMessage(locale, key), locale, values),
);

export function translator(locale: Locale): Translate {
  return (key, values) =>
    formatted(`${locale} ${key}${values ? ` ${JSON.stringify(values)}` : ''}`, locale, key, values);
}

/** Compiled messages for an island, by the keys that its patterns stand for. */
export function pick<const P extends KeyPattern>(locale: Locale, patterns: readonly P[]): Words<P> {
  const keys = new Set(patterns.flatMap(keysOf));
  return Object.fromEntries([...keys].map((key) => [key, compiledMessage(locale, key)])) as Words<P>;
}

function keysOf(pattern: KeyPattern): readonly MessageKey[] {
  if (!pattern.endsWith('*')) return [pattern as MessageKey];
  const keys = MESSAGE_KEYS.filter((key) => key.startsWith(pattern.slice(0, -1)));
  if (keys.length === 0) throw new Error(`No message '${pattern}' in content/${DEFAULT_LOCALE}/ui.json`);
  return keys;
}

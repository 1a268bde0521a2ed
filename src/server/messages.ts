/**
 * Messages of the server in the caller's language, from content/<locale>/server.json. What the page says too, such as
 * the faults of forms, comes from ui.json.
 */
import { parseAccept } from 'hono/utils/accept';
import type enUS from '../../content/en-US/server.json';
import type pageWords from '../../content/en-US/ui.json';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { readWords } from '../i18n/wordFiles.ts';
import { lookUp } from '../lookUp.ts';

export type ServerMessage = keyof typeof enUS | keyof typeof pageWords;

const PAGE_WORDS = readWords('ui');
const WORDS = readWords('server');

/** More languages than anyone reads. The rest of a longer list is ignored: someone is testing the parser. */
const MOST_TAGS = 20;

/** @param values stand for `{name}`, a text alone for `{value}`. They are ours, or confirmed by the operator. */
export function serverMessage(
  key: ServerMessage,
  locale: Locale,
  values: string | Record<string, string> = '',
): string {
  return filled(WORDS.get(locale)?.[key] ?? PAGE_WORDS.get(locale)?.[key] ?? '', values);
}

/** A message of pages whose key something else names, such as the category of an item; undefined if there is none. */
export function pageMessage(key: string, locale: Locale, values: Record<string, string> = {}): string | undefined {
  const text = lookUp(PAGE_WORDS.get(locale) ?? {}, key);
  return text === undefined ? undefined : filled(text, values);
}

function filled(text: string, values: string | Record<string, string>): string {
  const named = typeof values === 'string' ? { value: values } : values;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => lookUp(named, name) ?? whole);
}

/** The best of our locales for an Accept-Language header (RFC 9110, 12.5.4); en-US if none fits. */
export function localeOf(acceptLanguage = ''): Locale {
  const wanted = parseAccept(acceptLanguage).slice(0, MOST_TAGS);
  for (const { type, q } of wanted) {
    const locale = q > 0 ? localeOfTag(type) : null;
    if (locale) return locale;
  }
  return DEFAULT_LOCALE;
}

/**
 * The locale of the tag's language that matches its script and then its region best: 'zh-HK' → tw, because its likely
 * script is the traditional one. Null if none has the tag's language, or if the tag is malformed.
 */
function localeOfTag(tag: string): Locale | null {
  let wanted: Intl.Locale;
  try {
    wanted = new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
  let best: { locale: Locale; likeness: number } | null = null;
  for (const locale of LOCALE_IDS) {
    const { language, script, region } = new Intl.Locale(LOCALES[locale].lang).maximize();
    if (language !== wanted.language) continue;
    const likeness = (script === wanted.script ? 2 : 0) + (region === wanted.region ? 1 : 0);
    if (!best || likeness > best.likeness) best = { locale, likeness };
  }
  return best?.locale ?? null;
}

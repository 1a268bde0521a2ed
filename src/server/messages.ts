/**
 * What the server says to a caller, in the caller's language: content/<locale>/server.json, and the faults of the account
 * form, whose words stand in ui.json, since the page says the same.
 */
import cn from '../../content/cn/server.json' with { type: 'json' };
import cnPage from '../../content/cn/ui.json' with { type: 'json' };
import enGB from '../../content/en-GB/server.json' with { type: 'json' };
import enGBPage from '../../content/en-GB/ui.json' with { type: 'json' };
import enUS from '../../content/en-US/server.json' with { type: 'json' };
import enUSPage from '../../content/en-US/ui.json' with { type: 'json' };
import ja from '../../content/ja/server.json' with { type: 'json' };
import jaPage from '../../content/ja/ui.json' with { type: 'json' };
import tw from '../../content/tw/server.json' with { type: 'json' };
import twPage from '../../content/tw/ui.json' with { type: 'json' };
import type { FAULT_WORDS, FaultKey } from '../accounts/faults.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';

export type ServerMessage = keyof typeof enUS | (typeof FAULT_WORDS)[FaultKey];

const SOURCES: Record<Locale, Partial<Record<ServerMessage, string>>> = {
  'en-US': { ...enUSPage, ...enUS },
  'en-GB': { ...enGBPage, ...enGB },
  ja: { ...jaPage, ...ja },
  tw: { ...twPage, ...tw },
  cn: { ...cnPage, ...cn },
};

/** More languages than anyone reads; a longer list is somebody's test of the parser. */
const MOST_TAGS = 20;

/** @param value stands for `{value}`; it comes from us and never from a caller */
export function serverMessage(key: ServerMessage, locale: Locale, value = ''): string {
  return (SOURCES[locale][key] ?? SOURCES[DEFAULT_LOCALE][key] ?? '').replace('{value}', () => value);
}

/** The best of our locales for an Accept-Language header (RFC 9110, 12.5.4); en-US where none fits. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .split(',', MOST_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const q = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const locale = localeOfTag(tag);
    if (locale) return locale;
  }
  return DEFAULT_LOCALE;
}

/** 'zh-HK' → tw, since its likely script is the traditional one. Null for a tag that is none of ours, or no tag. */
function localeOfTag(tag: string): Locale | null {
  let likely: Intl.Locale;
  try {
    likely = new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
  const { language, script, region } = likely;
  if (language === 'ja') return 'ja';
  if (language === 'zh') return script === 'Hant' ? 'tw' : 'cn';
  if (language === 'en') return region === 'GB' ? 'en-GB' : 'en-US';
  return null;
}

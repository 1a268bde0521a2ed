/** What tags show, asked once for each. */
import { atom } from 'nanostores';
import type { Locale } from '../../i18n/locales.ts';
import { call } from '../frame/call.ts';
import type { TagSpan } from './tags.ts';

/** By language and tag; null for a tag that is more than words, or names what there is not. */
export const $shownTags = atom<ReadonlyMap<string, string | null>>(new Map());

const keyOf = (locale: Locale, { name, attributes }: TagSpan) => `${locale} ${name} ${JSON.stringify(attributes)}`;
const asked = new Set<string>();

export const shownOf = (locale: Locale, tag: TagSpan) => $shownTags.get().get(keyOf(locale, tag)) ?? null;

/** Asks for the tags that nobody has asked for yet. */
export async function askShown(locale: Locale, tags: readonly TagSpan[]): Promise<void> {
  const wanted = new Map(tags.filter(({ kind }) => kind === 'whole').map((tag) => [keyOf(locale, tag), tag]));
  const open = [...wanted].filter(([key]) => !asked.has(key));
  if (open.length === 0) return;
  for (const [key] of open) asked.add(key);
  const input = open.map(([, { name, attributes }]) => ({ name, attributes }));
  const shown = await call('shownTags', { locale, tags: input }).catch(() => []);
  $shownTags.set(new Map([...$shownTags.get(), ...open.map(([key], at) => [key, shown[at] ?? null] as const)]));
}

// A table may have changed: everything is asked again.
import.meta.hot?.on('vite:beforeFullReload', () => {
  asked.clear();
  $shownTags.set(new Map());
});

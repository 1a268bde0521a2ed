/** Which flashes a reader wants to see. The words are compared on the device and sent nowhere. */

import { FLASH_CHOICE_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed } from '../browserState/storage.ts';
import { isZone } from '../browserState/zone.ts';
import { folded } from '../i18n/folded.ts';

export interface FlashChoice {
  important: boolean;
  /** Words as typed, separated by commas: a flash must contain one of them */
  include: string;
  /** Words that a flash must not contain */
  exclude: string;
  /** 'local', 'UTC', or the IANA zone of an exchange */
  zone: string;
}

export const EVERYTHING: FlashChoice = { important: false, include: '', exclude: '', zone: 'local' };

const MOST_WORDS = 20;

/** 'Fed, 日銀、rates' → ['fed', '日銀', 'rates'] */
export function splitWords(text: string): string[] {
  return folded(text)
    .split(/[,、，;；\n]/)
    .map((word) => word.trim())
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

export function isWanted(
  item: { title: string; summary: string | null; important: boolean },
  { important, include, exclude }: Pick<FlashChoice, 'important' | 'include' | 'exclude'>,
): boolean {
  if (important && !item.important) return false;
  const text = folded(`${item.title} ${item.summary ?? ''}`);
  const wanted = splitWords(include);
  if (wanted.length > 0 && !wanted.some((word) => text.includes(word))) return false;
  return !splitWords(exclude).some((word) => text.includes(word));
}

/** The kept choice; all flashes if the text cannot be read. */
export function readChoice(stored: string | null): FlashChoice {
  const persisted = parsed(stored) as Partial<Record<keyof FlashChoice, unknown>> | null;
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 500 ? value : '');
  return {
    important: persisted?.important === true,
    include: text(persisted?.include),
    exclude: text(persisted?.exclude),
    zone: typeof persisted?.zone === 'string' && isZone(persisted.zone) ? persisted.zone : EVERYTHING.zone,
  };
}

/** How the visitor reads flashes; kept on this device. */
export const $flashChoice = persistedAtom<FlashChoice>(FLASH_CHOICE_KEY, readChoice, JSON.stringify);

export function choose(part: Partial<FlashChoice>): void {
  $flashChoice.set({ ...$flashChoice.get(), ...part });
}

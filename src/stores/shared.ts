import { map } from 'nanostores';

export interface Shared {
  /** Answers of the account form, by field */
  accountForm: Record<string, unknown>;
}

const EMPTY: Shared = { accountForm: {} };

/** State that several islands share for the visit. */
export const $shared = map<Shared>({ ...EMPTY });

/** Replaces the value under a key. */
export function setShared<K extends keyof Shared>(key: K, value: Shared[K]): void {
  $shared.set({ ...$shared.get(), [key]: value });
}

/** Resets the value under a key to its initial value. */
export function clearShared<K extends keyof Shared>(key: K): void {
  setShared(key, EMPTY[key]);
}

/** Merges a part into the value under a key; other fields stay. */
export function mergeShared<K extends keyof Shared>(key: K, part: Partial<Shared[K]>): void {
  setShared(key, { ...$shared.get()[key], ...part });
}

import { RISING_KEY, THEME_KEY } from '../../visit/keys.ts';

/** Sets the stored theme before the first paint, so that a dark page does not flash light. */
export function applyTheme(document: Document, storage: () => Storage): void {
  try {
    if (storage().getItem(THEME_KEY) === 'dark') document.documentElement.dataset.theme = 'dark';
    else delete document.documentElement.dataset.theme;
  } catch {
    // Storage is disabled: the default theme applies.
  }
}

/** Sets the stored color of rising prices before the first paint. Without one, that of the language applies. */
export function applyRising(document: Document, storage: () => Storage): void {
  try {
    const rising = storage().getItem(RISING_KEY);
    if (rising === 'green' || rising === 'red') document.documentElement.dataset.rising = rising;
    else delete document.documentElement.dataset.rising;
  } catch {
    // Storage is disabled: nothing was chosen.
  }
}

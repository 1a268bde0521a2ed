import { THEME_KEY } from '../../visit/keys.ts';

/** Sets the stored theme before the first paint, so that a dark page does not flash light. */
export function applyTheme(document: Document, storage: () => Storage): void {
  try {
    if (storage().getItem(THEME_KEY) === 'dark') document.documentElement.dataset.theme = 'dark';
    else delete document.documentElement.dataset.theme;
  } catch {
    // Storage is disabled: the default theme applies.
  }
}

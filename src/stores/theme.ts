import { keptAtom } from '../visit/kept.ts';
import { THEME_KEY } from '../visit/keys.ts';

export type Theme = 'light' | 'dark';

/** Local setting `themeType`: light unless the visitor chose dark. */
export const $theme = keptAtom<Theme>(
  THEME_KEY,
  (stored) => (stored === 'dark' ? 'dark' : 'light'),
  (theme) => theme,
);

export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}

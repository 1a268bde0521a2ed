import { THEME_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';

export type Theme = 'light' | 'dark';

/** Local setting `themeType`: light unless the visitor chose dark. */
export const $theme = persistedAtom<Theme>(
  THEME_KEY,
  (stored) => (stored === 'dark' ? 'dark' : 'light'),
  (theme) => theme,
);

export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}

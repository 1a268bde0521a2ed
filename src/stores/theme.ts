import { persistentAtom } from '@nanostores/persistent';
import { THEME_KEY } from './keys.ts';

export type Theme = 'light' | 'dark';

/** Local setting `themeType`: light unless the visitor chose dark. Kept on this device, the same in all tabs. */
export const $theme = persistentAtom<Theme>(THEME_KEY, 'light', {
  encode: (theme) => theme,
  decode: (stored) => (stored === 'dark' ? 'dark' : 'light'),
});

export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}

/**
 * The boot script: the one inline script, first in <head>, before anything is drawn. It must work when React does not.
 * bundle.ts makes it one classic script; its hash stands in the content security policy.
 */
import { watchChunks } from './chunks.ts';
import { forgetOldAnswers } from './forget.ts';
import { slideBetweenPages } from './slide.ts';
import { applyTheme } from './theme.ts';

document.documentElement.classList.add('js');
applyTheme(document, () => localStorage);
slideBetweenPages(window);
watchChunks(window);
forgetOldAnswers(() => localStorage);

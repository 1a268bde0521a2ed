/**
 * The boot script: the only inline script, first in <head>, before the first paint. It must work if React does not.
 * integrations/bootBundle.ts makes it one classic script; the content security policy contains its hash.
 */
import { watchChunks } from './chunks.ts';
import { forgetOldAnswers } from './forget.ts';
import { layOutUnseen } from './prepared.ts';
import { slideBetweenPages } from './slide.ts';
import { applyTheme } from './theme.ts';

document.documentElement.classList.add('js');
applyTheme(document, () => localStorage);
document.addEventListener('prerenderingchange', () => applyTheme(document, () => localStorage));
layOutUnseen(window);
slideBetweenPages(window);
watchChunks(window);
forgetOldAnswers(() => localStorage);

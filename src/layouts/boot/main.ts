/**
 * The boot script: the only inline script, first in <head>, before the first paint. It must work if React does not.
 * integrations/bootBundle.ts makes it one classic script; the content security policy contains its hash.
 */
import { watchChunks } from './chunks.ts';
import { applyRising, applyTheme, forgetOldAnswers, markFiltered, markUser, reserveOffer } from './firstPaint.ts';
import { slideBetweenPages } from './slide.ts';

const choices = () => {
  applyTheme(document, () => localStorage);
  applyRising(document, () => localStorage);
  reserveOffer(document, () => localStorage);
  markUser(document);
};
document.documentElement.classList.add('js');
choices();
// A page that was prepared unseen is shown: the visitor may have chosen something else since.
document.addEventListener('prerenderingchange', choices);
markFiltered(document, location.search);
slideBetweenPages(window);
watchChunks(window);
forgetOldAnswers(() => localStorage);

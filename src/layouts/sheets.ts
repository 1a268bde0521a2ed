/** The styles of a page: those of every page are written into it unless it is large, others are a file. */

import everyStyle from '../styles/index.css?inline';
import everyFile from '../styles/index.css?url';
import moreStyle from '../styles/more.css?inline';
import moreFile from '../styles/more.css?url';

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
const ofMore = classesIn(moreStyle).difference(classesIn(everyStyle));

/** Characters of HTML with which a page, compressed, has no room for the styles (BUDGET in weight.test.ts). */
const LARGE = 60_000;

/** What the page with `html` as its content has in its head. Home may be larger than others. */
export function stylesOf(html: string, isHome: boolean): { style?: string; files: string[] } {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const files = classes.some((name) => ofMore.has(name)) ? [moreFile] : [];
  return isHome || html.length < LARGE ? { style: everyStyle, files } : { files: [everyFile, ...files] };
}

/** The styles of a page: those of every page are written into it unless it is large, others are files. */
import { gzipSync } from 'node:zlib';
import formsStyle from '../styles/forms.css?inline';
import formsFile from '../styles/forms.css?url';
import helpStyle from '../styles/help.css?inline';
import helpFile from '../styles/help.css?url';
import everyStyle from '../styles/index.css?inline';
import everyFile from '../styles/index.css?url';
import marketStyle from '../styles/market.css?inline';
import marketFile from '../styles/market.css?url';
import moreStyle from '../styles/more.css?inline';
import moreFile from '../styles/more.css?url';
import referenceStyle from '../styles/reference.css?inline';
import referenceFile from '../styles/reference.css?url';
import searchStyle from '../styles/search.css?inline';
import searchFile from '../styles/search.css?url';
import slidesStyle from '../styles/slides.css?inline';

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
const SHEETS = [
  { file: moreFile, style: moreStyle },
  { file: marketFile, style: marketStyle },
  { file: formsFile, style: formsStyle },
  { file: helpFile, style: helpStyle },
  { file: referenceFile, style: referenceStyle },
  { file: searchFile, style: searchStyle },
];
/** The files that few pages need, and the classes by which a page shows that it does: those that no other sheet names. */
const FILES = SHEETS.map(({ file, style }) => {
  const others = SHEETS.filter((sheet) => sheet.file !== file).map((sheet) => sheet.style);
  return { file, classes: classesIn(style).difference(classesIn([everyStyle, ...others].join(''))) };
});

/** Compressed bytes of HTML with which a page has no room for the styles (BUDGET in weight.test.ts). */
const LARGE = 10_400;

/** What the page with `html` as its content has in its head. Home may be larger than others. */
export function stylesOf(html: string, isHome: boolean): { style: string; files: string[] } {
  const names = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  const files = FILES.filter(({ classes }) => names.some((name) => classes.has(name))).map(({ file }) => file);
  return isHome || gzipSync(html).length < LARGE
    ? { style: everyStyle, files }
    : { style: slidesStyle, files: [everyFile, ...files] };
}

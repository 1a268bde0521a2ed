import { lookUp } from '../../../lookUp.ts';
import { COMPONENTS } from '../../components.ts';
import { lineOfNode } from '../../reading/mdx.ts';
import { around, mendingOf } from '../../reading/passages.ts';
import type { Rule } from '../rule.ts';
import { WIDE } from '../words/spacing.ts';

/** `[x] (/y)`, `[x]（/y）`, `［x］(/y)`: a link with a gap or with full-width brackets. */
const LINK = /[[［]([^\][［］\n]+)[\]］][ \u3000]*[(（]\s*((?:\/|#|https?:|mailto:)[^\s()（）]*)\s*[)）]/g;
/** `＜Term id="x"＞`, `＜/Term＞` */
const TAG = /[＜〈]\s*(\/?)\s*([A-Za-z]+)([^<>＜＞〈〉\n]*)[＞〉>]/g;
/** `[x][y]`: a link by a name that nothing defines. */
const REFERENCE = /[[［]([^\][［］\n]+)[\]］][[［][^\][［］\n]*[\]］]/g;
const ENTITY = /&(?:[a-z]{2,8}|#\d{2,5}|#x[\da-f]{2,5});/gi;
/** Codes of what would begin a tag or an expression. */
const NEEDED = /^&(?:lt|lbrace|lcub|#60|#x3c|#123|#x7b);$/i;
/** Where the rule of spacing wants no space. */
const BESIDE_NO_SPACE = new RegExp(WIDE, 'u');
const STARS =
  /(?<![\p{L}\p{N}*\\])\*(?=[\p{L}\p{N}])[^*\n]{1,60}(?<=[\p{L}\p{N}。！？])\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])__(?=\S)[^_\n]{1,60}__/gu;

/** Markdown that the page would show as it is typed, and codes in place of characters, which editors cannot read. */
export const typed: Rule = {
  name: 'markup',
  checks: () => ({
    words(passage, _locale, report) {
      const { text, lineAt } = passage;
      if (!/[[［＜〈*_&]/.test(text)) return;
      for (const { 0: found, 1: words = '', 2: address, index } of text.matchAll(LINK)) {
        const fixed = `[${words}](${address})`;
        const mending = found === fixed ? undefined : mendingOf(passage, index, found.length, fixed);
        const what = `a link is shown as typed: ‘${found}’`;
        report(
          lineAt(index),
          what,
          '[words](/page), its brackets half-width and without a gap',
          `write ${fixed}`,
          mending,
        );
      }
      for (const { 0: found, 1: words = '', index } of text.matchAll(REFERENCE)) {
        const what = `a link is shown as typed: ‘${found}’`;
        report(lineAt(index), what, '[words](/page)', `write [${words}](/…) with the address of the page`);
      }
      for (const { 0: found, 1: slash = '', 2: name = '', 3: rest = '', index } of text.matchAll(TAG)) {
        const isKnown = lookUp(COMPONENTS, name) !== undefined;
        const fixed = `<${slash}${name}${rest.replace(/[“”＂]/g, '"').replace(/／\s*$/, ' /')}>`;
        const what = `a tag is shown as typed: ‘${found}’`;
        report(lineAt(index), what, 'half-width < and >', isKnown ? `write ${fixed}` : 'write the words without it');
      }
      for (const { 0: found, index } of text.matchAll(STARS)) {
        report(lineAt(index), `marks are shown as typed: ‘${found}’`, 'words without marks', 'remove the marks');
      }
      for (const { 0: found, index } of text.matchAll(ENTITY)) {
        const what = `${found} is shown as typed in ${around(text, index, found.length)}`;
        report(lineAt(index), what, 'the character itself', 'write the character');
      }
    },
    page({ nodes, raw }, report) {
      for (const { node, around: outer } of nodes) {
        if (node.type === 'text') {
          const [from = 0, to] = [node.position?.start.offset, node.position?.end.offset];
          const written = raw.slice(from, to);
          for (const { 0: found, index } of written === node.value ? [] : written.matchAll(ENTITY)) {
            if (NEEDED.test(found)) continue;
            const beside = (written[index - 1] ?? '') + (written[index + found.length] ?? '');
            const [remedy, fixed] = remedyOf(found, BESIDE_NO_SPACE.test(beside));
            const start = from + index;
            const mending = fixed === undefined ? undefined : { start, end: start + found.length, text: fixed };
            const line = lineOfNode(node) + written.slice(0, index).split('\n').length - 1;
            report(line, `the code ${found} in place of a character`, 'the character itself', remedy, mending);
          }
        }
        if (node.type !== 'paragraph') continue;
        const [from = 0, to] = [node.position?.start.offset, node.position?.end.offset];
        const start = lineOfNode(node);
        let at = from;
        for (const [offset, line] of raw.slice(from, to).split('\n').entries()) {
          const fault = faultOfLine(
            line.trimStart(),
            outer.some(({ type }) => type === 'table'),
          );
          const place = at + line.length - line.trimStart().length;
          at += line.length + 1;
          if (!fault || (fault.insert === undefined && offset > 0)) continue; // A table is one fault
          const { what, expected, remedy, after, insert } = fault;
          const mending = insert === undefined ? undefined : { start: place, end: place + after, text: insert };
          report(start + offset, `${what}: ‘${line.trim().slice(0, 40)}’`, expected, remedy, mending);
        }
      }
    },
  }),
};

/** What to write for a code, and the change where it is certain. */
function remedyOf(code: string, isBesideWide: boolean): [remedy: string, fixed?: string] {
  if (/^&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);$/i.test(code)) {
    return isBesideWide ? ['remove it: browsers set the distance', ''] : ['write a space', ' '];
  }
  const isHidden = /^&(?:shy|zwj|zwnj|lrm|rlm|#173|#xad|#820[3-7]|#x200[b-f]);$/i.test(code);
  return isHidden ? ['remove it: no reader sees it', ''] : ['write the character'];
}

interface LineFault {
  what: string;
  expected: string;
  remedy: string;
  /** How many characters at the beginning of the line `insert` replaces */
  after: number;
  insert?: string;
}

/** What a line of running text was meant to be; null if it is text. */
function faultOfLine(line: string, isCell: boolean): LineFault | null {
  const heading = /^([#＃]{1,6})[ \u3000]*(?=[^\s#＃])/.exec(line);
  if (heading && (heading[0].length > 1 || /^[#＃][^\d\s]/.test(line))) {
    const fixed = `${'#'.repeat(heading[1]?.length ?? 1)} `;
    const what = 'a heading is shown as typed';
    return { what, expected: '## and a space', remedy: `write ${fixed}…`, after: heading[0].length, insert: fixed };
  }
  const bullet = /^(?:[-*+－＊](?=\p{L})|[•·・‣●◦▪][ \u3000]*(?=\S))/u.exec(line);
  if (bullet && !/^\*[^*]+\*/.test(line)) {
    const [remedy, after] = ['write - and a space', bullet[0].length];
    return { what: 'a list is shown as typed', expected: '- and a space', remedy, after, insert: '- ' };
  }
  const number = /^(\d{1,2})([.．)）])(?=\p{L})/u.exec(line);
  if (number && /^\d{1,2}[.)]\p{Lu}|[．）]/u.test(line.slice(0, 6)) && !/^\d+\.\p{L}+\.\p{L}/u.test(line)) {
    const remedy = 'write 1. and a space';
    return {
      what: 'a numbered list is shown as typed',
      expected: '1. and a space',
      remedy,
      after: number[0].length,
      insert: `${number[1]}. `,
    };
  }
  if (!isCell && (/^[｜|].*[｜|]\s*$/.test(line) || (line.match(/｜/g)?.length ?? 0) > 1)) {
    const expected = '| cells | between half-width strokes, a line |---|---| below the head';
    const remedy = line.includes('｜') ? 'write | for each stroke' : 'write a line |---|---| below the head';
    return { what: 'a table is shown as typed', expected, remedy, after: 0 };
  }
  return null;
}

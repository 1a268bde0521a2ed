import type { Mending } from '../../../catalogue/problem.ts';
import { lineOfNode, type SyntaxFault } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

const EXPECTED = 'text and the components of the guide';

/** The MDX parser understands the file, and the file contains no code except comments. */
export const markup: Rule = {
  name: 'markup',
  checks: ({ factIds }) => ({
    page({ nodes, raw, syntaxFaults }, report) {
      for (const [index, fault] of syntaxFaults.entries()) {
        if (isOtherHalf(fault, syntaxFaults[index - 1])) continue;
        const { what, remedy, mending } = explained(fault, raw);
        report(fault.line, what, 'every tag closed, every < and { part of a component', remedy, mending);
      }
      for (const { node } of nodes) {
        const line = lineOfNode(node);
        if (node.type === 'mdxjsEsm') report(line, 'code in a page', EXPECTED, 'remove the import or export');
        if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') continue;
        const code = node.value.trim();
        if (code.startsWith('/*') && code.endsWith('*/')) continue;
        const remedy = factIds.includes(code) ? `write <Fact id="${code}" />` : 'write the words themselves';
        report(line, `code in a page: {${node.value}}`, EXPECTED, remedy);
      }
    },
  }),
};

/** Names of the two tags of 'Unexpected closing tag `</Note>`, expected corresponding closing tag for `<Risks>`'. */
const CROSSED = /closing tag `<\/(\w+)>`, expected corresponding closing tag for `<(\w+)>`/;

/** True if a fault is the second of two tags that cross. */
function isOtherHalf({ text }: SyntaxFault, before: SyntaxFault | undefined): boolean {
  const [crossed, other] = [CROSSED.exec(text), CROSSED.exec(before?.text ?? '')];
  return crossed !== null && other !== null && crossed[1] === other[2] && crossed[2] === other[1];
}

interface Explained {
  what: string;
  remedy: string;
  mending?: Mending | undefined;
}

/** A fault of the parser in the words of editors. */
function explained({ line, text }: SyntaxFault, raw: string): Explained {
  const lines = raw.split('\n');
  const written = lines[line - 1] ?? '';
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const crossed = CROSSED.exec(text);
  if (crossed) {
    const [, closed = '', open = ''] = crossed;
    const isMisspelled = closed.toLowerCase() === open.toLowerCase();
    const what = isMisspelled ? `</${closed}> closes nothing` : `</${closed}> stands before </${open}>`;
    const remedy = isMisspelled ? `write </${open}>` : `write </${open}> first: it was opened last`;
    return { what, remedy, mending: isMisspelled ? replaced(`</${closed}>`, `</${open}>`) : undefined };
  }
  const open = /Expected a closing tag for `<(\w*)>`/.exec(text)?.[1];
  if (open !== undefined) {
    const what = `<${open}> is not closed`;
    if (/^(?:br|hr|img)$/i.test(open)) return { what, remedy: 'remove it: a blank line begins a paragraph' };
    return { what, remedy: `write </${open}> where it ends, or <${open} … /> if it holds nothing` };
  }
  const closing = /Unexpected closing tag `<\/(\w*)>`/.exec(text)?.[1];
  if (closing !== undefined) {
    return { what: `</${closing}> closes nothing`, remedy: `remove it, or write <${closing}> where it begins` };
  }
  if (/comment/.test(text)) return { what: 'an HTML comment', remedy: 'remove the comment, or write {/* … */}' };
  if (/expression|brace|acorn|`\{`/.test(text)) return { what: 'a { in the text', remedy: 'remove the {' };

  const tag = /<\/?[A-Za-z][^<>]*>?/.exec(written)?.[0];
  if (tag && /[“”＂]/.test(tag)) {
    return {
      what: 'curly quotation marks in a tag',
      remedy: 'write "',
      mending: replaced(tag, tag.replace(/[“”＂]/g, '"')),
    };
  }
  if (tag && /=\s*[\w-]+(?=[\s/>])/.test(tag) && !tag.includes('"')) {
    const fixed = tag.replace(/=\s*([\w-]+)(?=[\s/>])/g, '="$1"');
    return {
      what: 'a value without quotation marks in a tag',
      remedy: `write ${fixed}`,
      mending: replaced(tag, fixed),
    };
  }
  if (tag && (tag.match(/"/g)?.length ?? 0) % 2 === 1) {
    return { what: 'a quotation mark that is not closed in a tag', remedy: 'write " at the end of the value' };
  }
  if (/<[^\s>]*(?:@|:\/\/)/.test(written)) {
    return { what: '< and > around an address', remedy: 'write [words](address)' };
  }
  if (tag && !tag.endsWith('>')) return { what: 'a tag that does not end', remedy: 'write > at its end' };
  if (/<(?![A-Za-z/])/.test(written)) return { what: 'a < in the text', remedy: 'write “less than” in words' };
  const remedy = 'write “less than” in words, a value between quotation marks, and no { } in text';
  return { what: text.replace(/ \(note: .*$/s, ''), remedy };

  /** The change of a piece of the line, if it is there once. */
  function replaced(piece: string, fixed: string): Mending | undefined {
    const at = written.indexOf(piece);
    if (at < 0 || written.includes(piece, at + 1)) return undefined;
    return { start: start + at, end: start + at + piece.length, text: fixed };
  }
}

/** The tags of a text as the editor has it, which shows them as chips and forms. */
import { COMPONENTS } from '../../authoring/components.ts';

export interface TagSpan {
  from: number;
  to: number;
  name: string;
  attributes: Record<string, string>;
  /** `whole`: stands for itself, with the words in it; otherwise one of two around what can be edited */
  kind: 'whole' | 'open' | 'close';
  /** The words between <Term> and </Term> */
  words: string;
}

const TAG = /<(\/?)([A-Z]\w*)((?:\s+\w+="[^"]*")*)\s*(\/?)>/g;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** Components within a line; the others stand in lines of their own. */
export const IN_LINE: readonly string[] = ['Fact', 'Amount', 'Value', 'Count', 'Term'];

/** Where code begins and ends in a text. */
export const codeIn = (text: string) =>
  [...text.matchAll(CODE)].map(({ index, 0: { length } }) => [index, index + length] as const);

/** The tags of components, in the order of the text. */
export function tagsIn(text: string): TagSpan[] {
  const code = codeIn(text);
  const spans: TagSpan[] = [];
  for (const { index: from, 0: whole, 1: slash, 2: name = '', 3: written = '', 4: end } of text.matchAll(TAG)) {
    const to = from + whole.length;
    const isInside = from < (spans.at(-1)?.to ?? 0) || code.some(([start, stop]) => start <= from && from < stop);
    if (isInside || !Object.hasOwn(COMPONENTS, name)) continue;
    const attributes = Object.fromEntries(
      [...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    const tag = { from, name, attributes };
    const words = name === 'Term' && !slash && !end ? /^([^<>\n]*)<\/Term>/.exec(text.slice(to)) : null;
    if (words) spans.push({ ...tag, to: to + words[0].length, kind: 'whole', words: words[1] ?? '' });
    else spans.push({ ...tag, to, kind: slash ? 'close' : end ? 'whole' : 'open', words: '' });
  }
  return spans;
}

/** What a chip says: its words, what the tag shows, or its name and ids. */
export function chipText({ name, attributes, kind, words }: TagSpan, shown: string | null): string {
  if (kind === 'close') return `/${name}`;
  return words || shown || [name, ...Object.values(attributes)].join(' ');
}

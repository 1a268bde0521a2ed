/** Finds texts by the words of a question, in any language: words, or pairs of characters where there are no spaces. */

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** As i18n/folded.ts, which is in the file of the lists of news: the help center does not load that for a line. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** 'How do I 口座開設' → ['how', 'do', 'i', '口座', '座開', '開設'] */
export function partsOf(query: string): string[] {
  const text = folded(query);
  const pairs = (text.match(SPACELESS) ?? []).flatMap((run) =>
    run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
  const words = text.replace(SPACELESS, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set([...words, ...pairs])];
}

/**
 * True if a text contains a part: anywhere where there are no spaces, else as a word or its beginning. Short words are
 * whole ones, unless they are still being typed.
 */
function contains(text: string, part: string, isTyped: boolean): boolean {
  if (part.search(SPACELESS) >= 0) return text.includes(part);
  const end = part.length > 2 || isTyped ? '' : '(?![\\p{L}\\p{N}])';
  return new RegExp(`(?<![\\p{L}\\p{N}])${part}${end}`, 'u').test(text);
}

/**
 * Which texts match a query. A part counts the more, the fewer texts contain it, so that 'how do I' decides nothing.
 * Those with at least three quarters of the best text's parts match, if that one has at least half. All do if the
 * query is empty.
 */
export function matching(query: string, texts: readonly string[]): boolean[] {
  const known = texts.map(folded);
  const scores = known.map(() => 0);
  const [typed] = /[\p{L}\p{N}]+$/u.exec(folded(query)) ?? [];
  let whole = 0;
  for (const part of partsOf(query)) {
    const holders = known.flatMap((text, index) => (contains(text, part, part === typed) ? [index] : []));
    const weight = Math.log(1 + texts.length / Math.max(1, holders.length));
    whole += weight;
    for (const index of holders) scores[index] = (scores[index] ?? 0) + weight;
  }
  const most = Math.max(...scores);
  return scores.map((score) => most >= whole / 2 && score >= most * 0.75);
}

/** Splits code into parts with a class each, so that it is colored without inline styles. */

export interface Token {
  text: string;
  /** Undefined for what has no color of its own */
  kind: 'name' | 'value' | 'mark' | undefined;
}

/** A name is the key of a JSON property, or a command and its options; a value is a string, a number or a word. */
const GRAMMAR = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<value>"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)|(?<mark>[{}[\],:]+)/g,
  shell: /(?<name>^\w+|(?<=\s)-{1,2}[\w-]+)|(?<value>'[^']*'|"[^"]*")|(?<mark>\\$)/gm,
} as const;

/** The parts of a text, in order; joined, they are the text. */
export function tokensOf(text: string, language: keyof typeof GRAMMAR): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(GRAMMAR[language])) {
    if (match.index > end) tokens.push({ text: text.slice(end, match.index), kind: undefined });
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    tokens.push({ text: match[0], kind: kind as Token['kind'] });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...tokens, { text: text.slice(end), kind: undefined }] : tokens;
}

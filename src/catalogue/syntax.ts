/** Says why YAML or JSON cannot be read in the words of editors, at the line of the mistake itself. */
import type { ErrorCode } from 'yaml';
import type { Mending } from './problem.ts';

export interface SyntaxFault {
  /** From 1 */
  line: number;
  reason: string;
  /** How to fix it */
  remedy: string;
  mending?: Mending;
}

/** A fault of the YAML parser: `line` is where it stopped. */
export interface YamlStop {
  code: ErrorCode | 'ALIAS';
  message: string;
  line: number;
}

/** `key: value` or `- key: value`, with the quotation mark that opens the value. */
const OPENED = /(?:^|[:[{,-])\s*(["'])/g;
const FLOW = /[{[]/;
const COLON = /^\s*(?:- )*[^\s"'#:：]+\s*：/;
const TIGHT = /^\s*(?:- )*[\p{L}\d_-]+:(?=[^\s:/])/u;

/** Why the YAML parser stopped. It often stops below the mistake, so the lines above are looked at too. */
export function yamlFault(text: string, { code, message, line }: YamlStop): SyntaxFault {
  const lines = text.split('\n');
  const lineOf = (at: number) => lines[at - 1] ?? '';
  /** The last of the lines around the stop that fits */
  const near = (fits: (text: string) => boolean) => [line, line - 1, line + 1].find((at) => fits(lineOf(at)));

  if (code === 'DUPLICATE_KEY') {
    const key = /^\s*(?:- )?("[^"]*"|'[^']*'|[^:]+):/.exec(lineOf(line))?.[1]?.trim() ?? '';
    return { line, reason: `${key} stands twice`, remedy: 'remove one of the two lines' };
  }
  const tab = lines.findIndex((text) => /^ *\t/.test(text)) + 1;
  if (code === 'TAB_AS_INDENT' || (tab > 0 && tab <= line)) {
    return {
      line: tab || line,
      reason: 'a tab at the beginning of the line',
      remedy: 'write spaces instead of the tab',
    };
  }
  if (code === 'MULTIPLE_DOCS') return { line, reason: 'a line --- in the middle', remedy: 'remove the line' };
  const unclosed = lines.findIndex((text, at) => at < line && isUnclosed(text)) + 1;
  if (unclosed > 0 && (code === 'MISSING_CHAR' || code === 'BAD_INDENT' || code === 'UNEXPECTED_TOKEN')) {
    const reason = 'a quotation mark that is not closed';
    return { line: unclosed, reason, remedy: 'close it at the end of the value, or write “ ” within it' };
  }
  const wide = near((text) => COLON.test(text));
  if (wide !== undefined) {
    const reason = 'a full-width colon ：after the name';
    return { line: wide, reason, remedy: 'write : and a space', ...colon(lines, wide) };
  }
  const tight = near((text) => TIGHT.test(text));
  if (tight !== undefined && code === 'MULTILINE_IMPLICIT_KEY') {
    return { line: tight, reason: 'no space after the colon', remedy: 'write : and a space', ...colon(lines, tight) };
  }
  if (/[，、]\s*[\w-]+: /.test(lineOf(line)) && FLOW.test(lineOf(line))) {
    return { line, reason: 'a full-width comma between two entries', remedy: 'write , and a space' };
  }
  if (code === 'BLOCK_IN_FLOW' || /separated|Missing ,/.test(message)) {
    return { line, reason: 'a missing comma between two entries', remedy: 'write a comma between them' };
  }
  if (/^Unexpected ,/.test(message)) return { line, reason: 'a comma too many', remedy: 'remove it' };
  if (/end with a [}\]]|of flow (?:sequence|map)/.test(message)) {
    const open = lines.findLastIndex((text, at) => at < line && isOpen(text)) + 1 || line;
    const mark = /[{[](?=[^{[]*$)/.exec(lineOf(open))?.[0] ?? '{';
    const close = mark === '{' ? '}' : ']';
    const reason = `a ${mark} that is not closed`;
    return { line: open, reason, remedy: `write ${close} where it ends` };
  }
  if (code === 'UNEXPECTED_TOKEN' && /["']/.test(lineOf(line))) {
    const reason = 'quotation marks within quotation marks';
    return { line, reason, remedy: 'write “ ” within the value, or ’ for an apostrophe' };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /:\s.*:\s/.test(lineOf(line))) {
    const reason = 'a colon in a value without quotation marks';
    return { line, reason, remedy: 'put the whole value between quotation marks', ...quoted(lines, line) };
  }
  const odd = /Unexpected .*"([\]}])"/.exec(message)?.[1];
  if (odd) return { line, reason: `a ${odd} too many`, remedy: 'remove it' };
  if (/^(?:BAD_SCALAR_START|UNEXPECTED_TOKEN|.*ALIAS|TAG_.*)$/.test(code)) {
    const reason = 'a value that begins with a sign';
    return { line, reason, remedy: 'put the whole value between quotation marks', ...quoted(lines, line) };
  }
  if (code === 'MULTILINE_IMPLICIT_KEY' && !lineOf(line).includes(':')) {
    return { line, reason: 'a line without `name: value`', remedy: 'write it so, or put it behind the value above' };
  }
  const remedy = 'compare the entry above it: the same distance from the left';
  if (/INDENT|BLOCK_AS_IMPLICIT_KEY|MISSING_CHAR/.test(code)) {
    const inward = (at: number) => /^ */.exec(lineOf(at))?.[0].length ?? 0;
    const below = code === 'BLOCK_AS_IMPLICIT_KEY' && inward(line + 1) > inward(line);
    const reason = 'a line at another distance from the left than its neighbours';
    return { line: below ? line + 1 : line, reason, remedy };
  }
  return { line, reason: message, remedy };
}

/** True if a value begins with a quotation mark that its line does not close. */
function isUnclosed(line: string): boolean {
  for (const { 1: mark = '', index, 0: found } of line.matchAll(OPENED)) {
    const before = line.slice(0, index + found.length - 1);
    if (/\s#/.test(before) || /^\s*#/.test(before)) return false;
    // A mark within words that another mark has opened is none of its own.
    if ((before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1) continue;
    const rest = line.slice(index + found.length);
    if (!(mark === '"' ? /(?<!\\)"/ : /'/).test(rest)) return true;
  }
  return false;
}

const isOpen = (line: string) =>
  /[{[]/.test(line) && (line.match(/[{[]/g)?.length ?? 0) > (line.match(/[}\]]/g)?.length ?? 0);

const startOf = (lines: readonly string[], line: number) =>
  lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);

/** Writes the colon after the name of a line as YAML wants it. */
function colon(lines: readonly string[], line: number): { mending?: Mending } {
  const found = /(\s*[：:])\s*/.exec(lines[line - 1] ?? '');
  if (!found) return {};
  const start = startOf(lines, line) + found.index;
  return { mending: { start, end: start + found[0].length, text: ': ' } };
}

/** Puts the value of a line between quotation marks. */
function quoted(lines: readonly string[], line: number): { mending?: Mending } {
  const [, before = '', value = ''] = /^(\s*(?:- )*[\w-]+:\s+)(.*?)\s*$/.exec(lines[line - 1] ?? '') ?? [];
  if (!value || /["\\{}[\]]|^['|>#]|\s#/.test(value)) return {};
  const start = startOf(lines, line) + before.length;
  return { mending: { start, end: start + value.length, text: `"${value}"` } };
}

/** What a JSON file consists of. cspell:ignore bfnrt */
const TOKEN =
  /\s*(?:[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/iuy;

/** A JSON object, or a list, or why a text is none. */
export function readJson(
  text: string,
  as: 'object' | 'list' = 'object',
): { words: Record<string, unknown>; list: unknown[]; fault: SyntaxFault | null } {
  const none = { words: {}, list: [] };
  try {
    const value = JSON.parse(text);
    if (as === 'list') {
      const noList = { line: 1, reason: 'it is no list of { … }', remedy: 'write [ ] around them' };
      return Array.isArray(value) ? { ...none, list: value, fault: null } : { ...none, fault: noList };
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const noObject = { line: 1, reason: 'it is no list of "key": "words"', remedy: 'write { } around them' };
    return isObject ? { ...none, words: value, fault: null } : { ...none, fault: noObject };
  } catch (error) {
    return { ...none, fault: jsonFault(text, (error as Error).message) };
  }
}

/** Why JSON.parse refuses a text. */
function jsonFault(text: string, message: string): SyntaxFault {
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? endOfTokens(text));
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  const line = lineAt(at);
  const sign = text[at] ?? '';
  /** Index of the last visible character before `at` */
  const before = text.slice(0, at).trimEnd().length - 1;
  if (!text.trim()) return { line: 1, reason: 'the file is empty', remedy: 'write { } into it' };
  if (/control character/.test(message)) {
    if (sign === '\t') return { line, reason: 'a tab within quotation marks', remedy: 'write a space' };
    return { line, reason: 'a quotation mark that is not closed', remedy: 'write " at the end of the words' };
  }
  if (/escaped/.test(message)) return { line, reason: 'a single \\', remedy: 'remove it, or write \\\\' };
  if (/[“”„＂‘’']/.test(sign)) return { line, reason: `a quotation mark ${sign} of text`, remedy: 'write "' };
  if (sign === '：') return { line, reason: 'a full-width colon ：', remedy: 'write :', ...change(at, 1, ':') };
  if (sign === '，' || sign === '、') {
    return { line, reason: `a full-width comma ${sign}`, remedy: 'write ,', ...change(at, 1, ',') };
  }
  if (sign === ',' && text[before] === ',')
    return { line, reason: 'a comma too many', remedy: 'remove it', ...change(at, 1) };
  if (sign === '}' && text[before] === ',') {
    return { line: lineAt(before), reason: 'a comma after the last entry', remedy: 'remove it', ...change(before, 1) };
  }
  if (at >= text.trimEnd().length) return { line, reason: 'no } at the end', remedy: 'write } at the end' };
  if (sign === '"' && line > lineAt(before)) {
    return {
      line: lineAt(before),
      reason: 'no comma at the end of the line',
      remedy: 'write ,',
      ...change(before + 1, 0, ','),
    };
  }
  if (/after property value/.test(message) && /"/.test(text.slice(at).split('\n')[0] ?? '')) {
    const reason = 'quotation marks within quotation marks';
    return { line, reason, remedy: 'write “ ” or 「 」 within the words, or \\"' };
  }
  if (/':'/.test(message)) return { line, reason: 'no colon after the name', remedy: 'write "key": "words"' };
  return { line, reason: `${sign || 'the end'} where none belongs`, remedy: 'write "key": "words", one a line' };
}

const change = (start: number, length: number, text = '') => ({ mending: { start, end: start + length, text } });

/** Where a text ceases to consist of what JSON knows. */
function endOfTokens(text: string): number {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}

/** A key that a flat JSON object has twice, with its second line; JSON.parse takes the last one and says nothing. */
export function doubledKeys(text: string): { key: string; line: number; first: number }[] {
  const lines = new Map<string, number>();
  return text.split('\n').flatMap((text, index) => {
    const key = /^\s*"((?:[^"\\]|\\.)*)"\s*:/.exec(text)?.[1];
    if (key === undefined) return [];
    const first = lines.get(key);
    lines.set(key, index + 1);
    return first === undefined ? [] : [{ key, line: index + 1, first }];
  });
}

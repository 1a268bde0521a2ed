/** YAML 1.2 with the line of every entry. Dates stay text. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { memoText } from '../memo.ts';
import { type SyntaxFault, yamlFault } from './syntax.ts';

export interface Yaml {
  text: string;
  /** Undefined if the text has a fault */
  value: unknown;
  fault: SyntaxFault | null;
  /** Line of the entry at a path, or of its nearest parent that exists; from 1 */
  lineOf: (path: readonly PropertyKey[]) => number;
  /** Where the value at a path begins and ends in the text; empty if there is none */
  rangeOf: (path: readonly PropertyKey[]) => [start: number, end: number];
}

/** Several rules and every status read the same files, so what was read last is kept; nobody may change it. */
export const readYaml = memoText(parse);

function parse(text: string): Yaml {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const [error = document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED')] = document.errors;
  const faulty = (fault: SyntaxFault): Yaml => ({
    text,
    value: undefined,
    fault,
    lineOf: () => 1,
    rangeOf: () => [0, 0],
  });
  if (error) return faulty(yamlFault(text, { ...error, message: error.message, line: lineAt(error.pos[0]) }));
  let value: unknown;
  try {
    value = document.toJS();
  } catch (fault) {
    // An alias such as *bold* of which the text has no anchor
    const { message } = fault as Error;
    const name = /: (\S+)/.exec(message)?.[1] ?? '';
    return faulty(yamlFault(text, { code: 'ALIAS', message, line: lineAt(Math.max(0, text.indexOf(`*${name}`))) }));
  }
  /** The keys and values along a path, as far as they exist */
  const along = (path: readonly PropertyKey[]) => {
    let node: unknown = document.contents;
    const steps: { key: Node; value: unknown }[] = [];
    for (const step of path) {
      const pair = isMap<Node>(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined;
      const entry = isSeq<Node>(node) ? node.items[Number(step)] : pair?.key;
      if (!entry?.range) break;
      node = pair ? pair.value : entry;
      steps.push({ key: entry, value: node });
    }
    return steps;
  };
  return {
    text,
    value,
    fault: null,
    lineOf: (path) => lineAt(along(path).at(-1)?.key.range?.[0] ?? 0),
    rangeOf: (path) => {
      const found = along(path).at(path.length - 1);
      const range = isScalar(found?.value) ? found.value.range : null;
      return range ? [range[0], range[1]] : [0, 0];
    },
  };
}

/** YAML 1.2 with the line of every entry. Dates stay text. */
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

export interface Yaml {
  /** Undefined if the text has a fault */
  value: unknown;
  fault: { line: number; reason: string } | null;
  /** Line of the entry at a path, or of its nearest parent that exists; from 1 */
  lineOf: (path: readonly PropertyKey[]) => number;
}

export function readYaml(text: string): Yaml {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const [error] = document.errors;
  if (error) {
    return { value: undefined, fault: { line: lineAt(error.pos[0]), reason: error.message }, lineOf: () => 1 };
  }
  return {
    value: document.toJS(),
    fault: null,
    lineOf: (path) => {
      let node: unknown = document.contents;
      let offset = 0;
      for (const step of path) {
        const pair = isMap<Node>(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined;
        const entry = isSeq<Node>(node) ? node.items[Number(step)] : pair?.key;
        if (!entry?.range) break;
        offset = entry.range[0];
        node = pair ? pair.value : entry;
      }
      return lineAt(offset);
    },
  };
}

/** A copy of content/ that a test may change, inside the project, because CONTENT_DIR must be there. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '../trees.ts';

export interface ContentTree {
  /** Relative to the root of the project */
  dir: string;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  /** Replaces the first occurrence of a text in a file. Throws if there is none. */
  edit: (file: string, from: string | RegExp, to: string) => void;
  remove: (file: string) => void;
  move: (from: string, to: string) => void;
  /** Line of the first occurrence of a text in a file, from 1 */
  lineOf: (file: string, text: string) => number;
}

export function contentTree(source: string): ContentTree {
  const tree = emptyTree('content');
  cpSync(source, tree.dir, { recursive: true });
  return tree;
}

export const emptyTree = (name: string): ContentTree => treeAt(newFolder(name));

export function treeAt(dir: string): ContentTree {
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  return {
    dir,
    read,
    write,
    edit: (file, from, to) => {
      const text = read(file);
      const changed = text.replace(from, () => to);
      if (changed === text) throw new Error(`${file} does not hold ${from}`);
      write(file, changed);
    },
    remove: (file) => rmSync(join(dir, file), { recursive: true }),
    move: (from, to) => {
      write(to, read(from));
      rmSync(join(dir, from));
    },
    lineOf: (file, text) => {
      const at = read(file).indexOf(text);
      if (at < 0) throw new Error(`${file} does not hold ${text}`);
      return read(file).slice(0, at).split('\n').length;
    },
  };
}

export interface Run {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a tool on a content folder, as its npm script does. */
export function runTool(tool: string, args: string[], dir: string, env: Record<string, string> = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`src/tools/${tool}.ts`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CONTENT_DIR: dir, NO_COLOR: '1', ...env },
  });
  return { code: status, out: stdout, error: stderr };
}

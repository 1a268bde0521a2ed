/** The source tree as text and as a graph of imports, for the tests of the project's rules. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** As written */
  specifier: string;
  /** The file of this tree, such as src/i18n/urls.ts; null for a package */
  file: string | null;
  /** Removed by type stripping */
  typeOnly: boolean;
  /** Loaded when the code that names it runs: import('…') */
  isLazy: boolean;
}

export interface SourceFile {
  /** Relative to the root of the project, such as src/i18n/urls.ts */
  file: string;
  text: string;
  /** Its TypeScript: the front matter and the scripts of an .astro file */
  tree: ts.SourceFile;
  /** Its markup: the template of an .astro file, the whole of a .tsx file */
  markup: ts.SourceFile | null;
  imports: Import[];
}

/** Every .ts, .tsx and .astro file below a folder. */
export function readSources(folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.{ts,tsx,astro}`)
    .filter((file) => !file.endsWith('.d.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const tree = parse(file, file.endsWith('.astro') ? scriptsOf(text) : text);
      const markup = file.endsWith('.astro')
        ? parse(`${file}.tsx`, templateOf(text))
        : file.endsWith('.tsx')
          ? tree
          : null;
      return { file, text, tree, markup, imports: importsOf(file, tree) };
    });
}

export function parse(file: string, code: string): ts.SourceFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
}

function scriptsOf(text: string): string {
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return [frontMatter, ...[...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)].join('\n');
}

/** An Astro template as JSX: without comments, doctype, styles and scripts it is JSX. */
export function templateOf(text: string): string {
  const template = text
    .replace(/^---\n[\s\S]*?\n---/, '')
    .replace(/<!--[\s\S]*?-->|<!doctype[^>]*>/gi, '')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  return `<>${template}</>`;
}

/** Every node of a tree, the outer ones first. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const found = [node];
  // The list grows during the loop. forEachChild skips the tokens, which would take most of the time.
  for (const parent of found) ts.forEachChild(parent, (child) => void found.push(child));
  return found;
}

function importsOf(from: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (literal: ts.Expression | undefined, typeOnly: boolean, isLazy = false) => {
    if (!literal || !ts.isStringLiteralLike(literal)) return;
    found.push({ specifier: literal.text, file: resolve(from, literal.text), typeOnly, isLazy });
  };
  for (const node of nodesOf(tree)) {
    if (ts.isImportDeclaration(node)) {
      const { importClause: clause } = node;
      const names = clause?.namedBindings && ts.isNamedImports(clause.namedBindings) && clause.namedBindings.elements;
      const onlyTypes = names && !clause.name && names.length > 0 && names.every((name) => name.isTypeOnly);
      add(node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || Boolean(onlyTypes));
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal as ts.StringLiteral, true);
    }
  }
  return found;
}

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = normalize(join(dirname(from), specifier));
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => existsSync(one)) ?? path;
}

/**
 * The files that some files reach by imports that remain after type stripping, including the files themselves; with
 * `atOnce` without what is loaded later.
 */
export function reachedFrom(
  starts: readonly SourceFile[],
  all: readonly SourceFile[],
  { atOnce = false } = {},
): SourceFile[] {
  const byFile = new Map(all.map((source) => [source.file, source]));
  const reached = new Set(starts);
  for (const source of reached) {
    for (const { file, typeOnly, isLazy } of source.imports) {
      const next = file && !typeOnly && !(atOnce && isLazy) ? byFile.get(file) : undefined;
      if (next) reached.add(next);
    }
  }
  return [...reached];
}

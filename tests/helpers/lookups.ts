/** Finds look-ups in objects by arbitrary keys, which also find inherited names: 'constructor', '__proto__' … */
import { resolve } from 'node:path';
import ts from 'typescript';

/** 'file:line text' of each such look-up in the files. `standIns` adds source texts: name → text. */
export function unsafeLookups(files: readonly string[], standIns: ReadonlyMap<string, string> = new Map()): string[] {
  const program = programOf([...files, ...standIns.keys()], standIns);
  const checker = program.getTypeChecker();
  return [...files, ...standIns.keys()].flatMap((file) => {
    const tree = program.getSourceFile(resolve(file));
    if (!tree) throw new Error(`The compiler has not read ${file}`);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const [object, key] = lookupIn(node);
      if (object && key && isAnyWord(key, checker) && !isList(object, checker) && !isGuarded(node, object, key)) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

function programOf(files: readonly string[], standIns: ReadonlyMap<string, string>): ts.Program {
  const config = ts.readConfigFile('tsconfig.json', ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['tsconfig.json'] }, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const texts = new Map([...standIns].map(([file, text]) => [resolve(file), text]));
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, target, ...rest) => {
    const text = texts.get(file);
    return text === undefined ? getSourceFile(file, target, ...rest) : ts.createSourceFile(file, text, target);
  };
  const rootNames = [...files].map((file) => resolve(file));
  return ts.createProgram({ rootNames, options: { ...options, noEmit: true, skipLibCheck: true }, host });
}

/** Object and key of `object[key]` and `key in object`. `delete` is left out: it affects own properties only. */
function lookupIn(node: ts.Node): [ts.Expression?, ts.Expression?] {
  if (ts.isElementAccessExpression(node)) {
    return ts.isDeleteExpression(node.parent) ? [] : [node.expression, node.argumentExpression];
  }
  const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
  return isIn ? [node.right, node.left] : [];
}

/** True if a key can be any string, not one of a fixed set. A cast by `as` does not make it safe. */
function isAnyWord(key: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) || ts.isPrivateIdentifier(key)) return false;
  let said = key;
  while (ts.isAsExpression(said) || ts.isParenthesizedExpression(said) || ts.isNonNullExpression(said))
    said = said.expression;
  const type = checker.getTypeAtLocation(said);
  const bound = checker.getBaseConstraintOfType(type) ?? type;
  const any = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TemplateLiteral;
  return (bound.isUnion() ? bound.types : [bound]).some(({ flags }) => (flags & any) !== 0);
}

function isList(object: ts.Expression, checker: ts.TypeChecker): boolean {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(object));
  return (type.flags & ts.TypeFlags.Any) === 0 && checker.isArrayLikeType(type);
}

/** True if the surrounding function checks Object.hasOwn(object, key). */
function isGuarded(node: ts.Node, object: ts.Expression, key: ts.Expression): boolean {
  let around = node.parent;
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
  const name = key.getText().replace(/ as .*/, '');
  return around.getText().includes(`Object.hasOwn(${object.getText()}, ${name})`);
}

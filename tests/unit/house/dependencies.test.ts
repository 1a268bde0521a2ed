/** `dependencies` of package.json are what the server and operator commands need; the rest is for build and tests. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reachedFrom, readSources } from '../../helpers/sources.ts';

/** Packages that we do not import: Node, and what hono-openapi loads for valibot. */
const BY_NAME = ['node', '@valibot/to-json-schema'];

it('a production install holds what the server and the operator need, and no more', () => {
  const sources = readSources('src');
  const files = ['src/server/main.ts', 'src/tools/admin.ts'];
  const starts = sources.filter(({ file }) => files.includes(file));
  expect(starts).toHaveLength(files.length);
  const imported = reachedFrom(starts, sources)
    .flatMap(({ imports }) => imports)
    .filter(({ file, specifier, typeOnly }) => !file && !typeOnly && !specifier.startsWith('node:'))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).sort()).toEqual([...new Set([...imported, ...BY_NAME])].sort());
});

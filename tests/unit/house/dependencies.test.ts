/** What package.json names: `dependencies` are for server and operator commands, the rest for build and tests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reachedFrom, readSources } from '../../helpers/sources.ts';

/** Packages that we do not import: Node, and what hono-openapi loads for valibot. */
const BY_NAME = ['node', '@valibot/to-json-schema'];

it('a production install holds what the server and the operator need, and no more', () => {
  const sources = readSources('src');
  // The last one is started as a thread, and nothing imports it.
  const files = ['src/server/main.ts', 'src/tools/admin.ts', 'src/server/mcp/searchThread.ts'];
  const starts = sources.filter(({ file }) => files.includes(file));
  expect(starts).toHaveLength(files.length);
  const imported = reachedFrom(starts, sources)
    .flatMap(({ imports }) => imports)
    .filter(({ file, specifier, typeOnly }) => !file && !typeOnly && !specifier.startsWith('node:'))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).sort()).toEqual([...new Set([...imported, ...BY_NAME])].sort());
});

describe('docs/dependencies.md', () => {
  const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const names: string[] = FIELDS.flatMap((field) => Object.keys(manifest[field]));
  /** [package, reason, license] of each row of each table */
  const tables = readFileSync('docs/dependencies.md', 'utf8')
    .split('\n## ')
    .slice(1)
    .map((table) => [...table.matchAll(/^\| `(.+?)` \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells));

  it('has a row for each package, in the order of package.json, each with a reason of its own', () => {
    expect(tables.map((rows) => rows.map(([name]) => name))).toEqual(
      FIELDS.map((field) => Object.keys(manifest[field])),
    );
    const reasons = tables.flat().map(([, reason]) => reason);
    expect(reasons.filter((reason, at) => reasons.indexOf(reason) !== at)).toEqual([]);
  });

  it('states the licence of what is installed', () => {
    const licences = names
      .filter((name) => existsSync(`node_modules/${name}`))
      .map((name) => [name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).license]);
    expect(licences.length).toBeGreaterThan(100);
    const stated = new Map(tables.flat().map(([name, , licence]) => [name, licence]));
    expect(licences.filter(([name, licence]) => stated.get(name) !== licence)).toEqual([]);
  });

  it('every package is imported, is the types of one that is, or is loaded by its name: by Astro the checker', () => {
    // Imports, files that are resolved at run time, programs and fonts, whose paths are written out.
    const named =
      /(?:\bfrom |\bimport |\bimport\(|\bresolve\(|node_modules\/|= (?='@fontsource))\s*['"`]?((?:@[\w-]+\/)?[\w.-]+)/g;
    const texts = globSync(['astro.config.mjs', '{src,tests}/**/*.{ts,tsx,astro}']).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const used = new Set(texts.flatMap((text) => [...text.matchAll(named)].map(([, name]) => name)));
    const unused = names.filter(
      (name) => !used.has(name) && !used.has(name.replace(/^@types\//, '')) && !BY_NAME.includes(name),
    );
    expect(unused).toEqual(['@astrojs/check']);
  });
});

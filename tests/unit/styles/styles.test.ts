import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** But for that of the status page, which is written where there is no site. */
const sheets = globSync('src/**/*.css')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'src/server/status/status.css');
const text = (file: string) => readFileSync(file, 'utf8');

it('every style of a component or an island is in one of the stylesheets', () => {
  const names = [
    'first',
    'every',
    'hero',
    'home',
    'more',
    'posts',
    'market',
    'forms',
    'members',
    'help',
    'glossary',
    'lesson',
    'search',
    'code',
    'developer',
    'reference',
  ];
  const all = names.map((name) => text(`src/styles/${name}.css`)).join('');
  const imported = [...all.matchAll(/@import "(.+?)"/g)].map(([, file = '']) => posix.join('src/styles', file));
  const isSheet = (file: string) => names.some((name) => file === `src/styles/${name}.css`);
  const others = sheets.filter((file) => !isSheet(file) && !file.startsWith('src/desk'));
  // Every sheet imports it, and it is among the others once.
  const media = names.slice(1).map(() => 'src/styles/media.css');
  expect(imported.toSorted()).toEqual([...others, ...media].sort());
});

it('widths of media queries are those of media.css', () => {
  const others = sheets.filter((file) => file !== 'src/styles/media.css');
  expect(others.filter((file) => /@media[^{]*(width|height)/.test(text(file)))).toEqual([]);
});

/** Names in `var(--name)` that no style defines. */
function undefinedNames(css: readonly string[]): string[] {
  const all = css.join('\n').replaceAll(/\/\*.*?\*\//gs, '');
  const defined = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = '']) => name);
  return [...new Set(used.filter((name) => !defined.has(name)))];
}

it('every custom property that a style uses is defined, or has a fallback', () => {
  expect(undefinedNames(sheets.map(text))).toEqual([]);
  expect(undefinedNames(['a { --b: 1; c: var(--b) var(--d, 2) var(--e); } /* --e: 3 */'])).toEqual(['--e']);
});

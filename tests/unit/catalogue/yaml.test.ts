import { expect, it } from 'vitest';
import { readYaml } from '../../../src/catalogue/yaml.ts';

it('lines of YAML are found by the names that lead to them', () => {
  const { lineOf } = readYaml('a:\n  b: 1\n  c: { d: 2 }\nb:\n  - x: 1\n  - x: 2\n');
  const paths = [['a', 'b'], ['a', 'c', 'd'], ['b'], ['b', 1, 'x'], ['b', 'nothing'], []];
  expect(paths.map(lineOf)).toEqual([2, 3, 4, 6, 4, 1]);
});

it('dates and times stay text, and a key may not stand twice', () => {
  expect(readYaml('a: 2026-11-01\nb: 09:30-12:00\nc: NO').value).toEqual({
    a: '2026-11-01',
    b: '09:30-12:00',
    c: 'NO',
  });
  expect(readYaml('a: 1\nb: 2\na: 3')).toMatchObject({ value: undefined, fault: { line: 3 } });
});

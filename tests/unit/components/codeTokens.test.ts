import { expect, it } from 'vitest';
import { tokensOf } from '../../../src/components/mdx/reference/codeTokens.ts';

const kinds = (text: string, language: 'json' | 'shell') =>
  tokensOf(text, language)
    .filter(({ kind }) => kind)
    .map(({ text, kind }) => `${kind} ${text}`);

it.each([
  [
    '{"a": [1, "b:\\"c"], "d": null}',
    [
      'mark {',
      'name "a"',
      'mark :',
      'mark [',
      'value 1',
      'mark ,',
      'value "b:\\"c"',
      'mark ],',
      'name "d"',
      'mark :',
      'value null',
      'mark }',
    ],
  ],
  ['', []],
])('JSON %j has its parts', (text, expected) => {
  expect(kinds(text, 'json')).toEqual(expected);
});

it('a command has its parts', () => {
  expect(kinds('curl "http://a/b-c" \\\n  -H "X: y"', 'shell')).toEqual([
    'name curl',
    'value "http://a/b-c"',
    'mark \\',
    'name -H',
    'value "X: y"',
  ]);
});

it('the parts are the text', () => {
  for (const text of ['{"a": 1}', 'x "y', '{"open": "']) {
    for (const language of ['json', 'shell'] as const) {
      expect(
        tokensOf(text, language)
          .map((token) => token.text)
          .join(''),
      ).toBe(text);
    }
  }
});

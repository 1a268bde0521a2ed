import { expect, it, vi } from 'vitest';
import { memo, memoText } from '../../../src/memo.ts';

it('a function is called once for each first argument, though it gives undefined', () => {
  const make = vi.fn((key: string, other: number) => (key === 'a' ? undefined : other));
  const kept = memo(make);
  expect([kept('a', 1), kept('a', 2), kept('b', 3), kept('b', 4)]).toEqual([undefined, undefined, 3, 3]);
  expect(make.mock.calls).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});

it('of texts, those made last are kept, up to a number of characters', () => {
  const make = vi.fn((text: string) => text.length);
  const kept = memoText(make, 6);
  expect(['aaa', 'bbb', 'aaa', 'cc', 'bbb', 'aaa', 'long text', 'aaa'].map(kept)).toEqual([3, 3, 3, 2, 3, 3, 9, 3]);
  expect(make.mock.calls.map(([text]) => text)).toEqual(['aaa', 'bbb', 'cc', 'aaa', 'long text', 'aaa']);
});

import { expect, it, vi } from 'vitest';
import { memo } from '../../../src/memo.ts';

it('a function is called once for each first argument, though it gives undefined', () => {
  const make = vi.fn((key: string, other: number) => (key === 'a' ? undefined : other));
  const kept = memo(make);
  expect([kept('a', 1), kept('a', 2), kept('b', 3), kept('b', 4)]).toEqual([undefined, undefined, 3, 3]);
  expect(make.mock.calls).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});

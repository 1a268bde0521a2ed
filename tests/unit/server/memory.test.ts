import { expect, test } from 'vitest';
import { collectGarbage } from '../../../src/server/memory.ts';

test('what nobody holds is gone, what somebody holds stays', async () => {
  const held = { name: 'held' };
  const weak = [new WeakRef(held), new WeakRef({ name: 'dropped' })];
  // A WeakRef keeps its target until the end of the task that has made it.
  await new Promise(setImmediate);
  await collectGarbage();
  expect(weak.map((ref) => ref.deref()?.name)).toEqual(['held', undefined]);
  expect(held.name).toBe('held');
});

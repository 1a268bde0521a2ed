/** To which post belongs what the device keeps of those being written. */
import { expect, it } from 'vitest';
import { isStray } from '../../../src/islands/profile/posts/answers.ts';

const list = [
  { id: '90', state: 'published' },
  { id: '80', state: 'draft' },
  { id: '70', state: 'waiting' },
  { id: '60', state: 'withdrawn' },
  { id: '50', state: 'refused' },
] as const;

it.each([
  ['that was never saved', null, true],
  ['of a draft', '80', false],
  ['of a draft that came back', '50', false],
  ['a correction of a post that readers see', '90', false],
  ['of a post that was sent since', '70', true],
  ['a correction of a post that was withdrawn since', '60', true],
  ['of a draft that is gone', '75', true],
])('what is kept could be a new post: %s', (_, post, is) => {
  expect(isStray({ post }, { list, next: '50' })).toBe(is);
});

it('what belongs to a post older than those listed is none, unless there are no older ones', () => {
  expect(isStray({ post: '40' }, { list, next: '50' })).toBe(false);
  expect(isStray({ post: '40' }, { list, next: null })).toBe(true);
});

/** The house's own news, as the server lists it: newest first, up to a day. */
import { expect, it } from 'vitest';
import { newsFiles } from '../../../src/catalogue/newsFiles.ts';

const ids = (day?: string) => newsFiles('en-US', 'tests/fixtures/news', day).map(({ id }) => id);

it('lists an article from its day on, and today none of a later day', () => {
  expect(ids('2998-01-05')[0]).toBe('later-item');
  expect(ids('2998-01-04')).not.toContain('later-item');
  expect(ids('2998-01-04').length).toBeGreaterThan(1);
  expect(ids()).toEqual(ids('2998-01-04'));
});

it('lists in another language the same articles', () => {
  expect(newsFiles('ja', 'tests/fixtures/news').map(({ id }) => id)).toEqual(ids());
});

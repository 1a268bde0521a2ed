/** A field that holds names of other entries offers these, in an entry and in a new one. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from '../../../../src/desk/fields/Field.tsx';
import type { Form } from '../../../../src/desk/fields/form.ts';
import { withName } from '../../../../src/desk/fields/value.ts';
import { openEntry, openTable } from '../../../../src/desk/table/tableCalls.ts';

it('has a field for each name and one more, with the other terms to choose from', async () => {
  const { value, shape, offers } = await openEntry('glossary', 'spread');
  const related = (value as { related: string[] }).related;
  const form: Form = { value, change: () => {}, problems: [], labels: {}, help: {}, offers };
  const html = renderToStaticMarkup(createElement(Field, { form, shape, path: [], label: '' }));
  const fields = [...html.matchAll(/<input type="text" list="([^"]+)" aria-label="related (\d)" value="([^"]*)"/g)];
  expect(fields.map(([, , at, name]) => [at, name])).toEqual([...related, ''].map((name, at) => [`${at + 1}`, name]));
  const [, options = ''] = new RegExp(`<datalist id="${fields[0]?.[1]}">(.*?)</datalist>`).exec(html) ?? [];
  expect(options).toContain('<option>spread</option>');
  expect(options).not.toContain(`<option>${related[0]}</option>`);
  expect((await openTable('glossary')).offers).toEqual(offers);
});

it('keeps an empty name while others follow it', () => {
  expect(withName(['a', 'b'], 2, 'c')).toEqual(['a', 'b', 'c']);
  expect(withName(['a', 'b'], 0, '')).toEqual(['', 'b']);
  expect(withName(['', 'b'], 1, '')).toEqual([]);
});

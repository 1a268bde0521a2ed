/** A field that holds names of other entries or pages offers these, in an entry, a new one and a page. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { termById } from '../../../../src/authoring/pages/glossary.ts';
import { CONTENT_DIR, mdxFiles, parseSource, readText } from '../../../../src/catalogue/content.ts';
import { Field } from '../../../../src/desk/fields/Field.tsx';
import type { Form, Offers } from '../../../../src/desk/fields/form.ts';
import type { Shape } from '../../../../src/desk/fields/shape.ts';
import { withName } from '../../../../src/desk/fields/value.ts';
import { openPage } from '../../../../src/desk/page/pageCalls.ts';
import { openEntry, openTable } from '../../../../src/desk/table/tableCalls.ts';
import { DEFAULT_LOCALE } from '../../../../src/i18n/locales.ts';
import { roomAddress } from '../../../../src/routes.ts';

/** The fields of *Related* with the names that it has, and what it offers. */
function drawn(value: unknown, shape: Shape, offers: Offers) {
  const related = (value as { related: string[] }).related;
  const form: Form = { value, change: () => {}, problems: [], labels: {}, help: {}, offers };
  const html = renderToStaticMarkup(createElement(Field, { form, shape, path: [], label: '' }));
  const fields = [...html.matchAll(/<input type="text" list="([^"]+)" aria-label="related (\d)" value="([^"]*)"/g)];
  expect(fields.map(([, , at, name]) => [at, name])).toEqual([...related, ''].map((name, at) => [`${at + 1}`, name]));
  const [, options = ''] = new RegExp(`<datalist id="${fields[0]?.[1]}">(.*?)</datalist>`).exec(html) ?? [];
  return {
    related,
    options: [...options.matchAll(/<option value="([^"]*)">([^<]*)</g)].map(([, id, shown]) => [id, shown]),
  };
}

it('has a field for each name and one more, with the other terms to choose from', async () => {
  const { value, shape, offers } = await openEntry('glossary', 'spread');
  const { related, options } = drawn(value, shape, offers);
  expect(options).toContainEqual(['spread', termById('spread', DEFAULT_LOCALE).term]);
  expect(options.map(([id]) => id)).not.toContain(related[0]);
  expect((await openTable('glossary')).offers).toEqual(offers);
});

it('of a help article offers the other pages and articles with their titles', () => {
  const name = mdxFiles(DEFAULT_LOCALE).find((file) => file.startsWith('support/')) ?? '';
  const { fields, shape, offers } = openPage('ja', name);
  const { related, options } = drawn(fields, shape, offers);
  expect(related.length).toBeGreaterThan(0);
  const titleOf = (page: string) => parseSource(readText(`${CONTENT_DIR}/ja/${page}.mdx`)).frontMatter.title;
  const others = mdxFiles(DEFAULT_LOCALE).filter((file) => file.startsWith('support/') && file !== name);
  const expected = [...others.map((file) => [roomAddress(file), titleOf(file)]), ['/adv', titleOf('pages/adv')]];
  expect(options).toEqual(expect.arrayContaining(expected.filter(([address]) => !related.includes(String(address)))));
  expect(options.map(([id]) => id)).not.toContain(roomAddress(name));
  expect(openPage('ja', 'pages/adv').offers).toEqual({});
});

it('keeps an empty name while others follow it', () => {
  expect(withName(['a', 'b'], 2, 'c')).toEqual(['a', 'b', 'c']);
  expect(withName(['a', 'b'], 0, '')).toEqual(['', 'b']);
  expect(withName(['', 'b'], 1, '')).toEqual([]);
});

/** The version of a legal text stands above the text, with the button that keeps it; that of others is folded. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type JsonSchema, shapeOf } from '../../../../src/desk/fields/shape.ts';
import { ACT_WORDS, FIELD_WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { Fields } from '../../../../src/desk/page/Fields.tsx';
import { ROOM_SCHEMAS } from '../../../../src/desk/page/pageFile.ts';

const shape = shapeOf(z.toJSONSchema(ROOM_SCHEMAS.pages, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** What stands above the fold. */
function shown(isLegal: boolean): string {
  const none = { children: null, english: null, changed: {}, problems: [], offers: {} };
  const acts = { onChange: () => {}, onMendHead: () => {} };
  const values = { title: 'Terms', version: '2026-11-21' };
  const html = renderToStaticMarkup(createElement(Fields, { shape, isLegal, values, lang: 'en-US', ...none, ...acts }));
  return html.slice(0, html.indexOf('<details'));
}

it.each([true, false])('of a legal text: %s', (isLegal) => {
  const html = shown(isLegal);
  expect(html).toContain(FIELD_WORDS.title);
  expect(html.includes(FIELD_WORDS.version)).toBe(isLegal);
  expect(html.includes(ACT_WORDS.keep)).toBe(isLegal);
});

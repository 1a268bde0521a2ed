/** Tags of components as forms, and headings without their signs: nothing that is not edited is written anew. */
import { expect, it } from 'vitest';
import { type TagSpan, tagsIn } from '../../../../src/desk/offers/tags.ts';
import { fieldChange, fieldsOf, type TagField } from '../../../../src/desk/page/forms.ts';
import { withHeadings } from '../../../../src/desk/page/headings.ts';
import { piecesOf } from '../../../../src/desk/page/marks.ts';
import { realPages } from '../../../helpers/content/realPages.ts';

const only = (text: string) => tagsIn(text)[0] as TagSpan;
const field = (text: string, name: string) => fieldsOf(only(text)).find((one) => one.name === name) as TagField;
function filled(text: string, name: string, value: string): string {
  const [change] = fieldChange(text, only(text), field(text, name), value);
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
}

it('a form has the fields of its component, a term with its words; what closes or has no fields is none', () => {
  expect(fieldsOf(only('<Figure name="pip" summary="A price.">x</Figure>'))).toEqual([
    { name: 'name', kind: 'figure', isNeeded: true, value: 'pip' },
    { name: 'summary', kind: 'summary', isNeeded: true, value: 'A price.' },
  ]);
  expect(fieldsOf(only('<Local>')).map(({ name, isNeeded }) => [name, isNeeded])).toEqual([['facts', false]]);
  expect(fieldsOf(only('<Value of="a" show="b" />')).map(({ name, value }) => [name, value])).toEqual([
    ['of', 'a'],
    ['show', 'b'],
  ]);
  expect(fieldsOf(only('<Term id="bond">bonds</Term>'))).toEqual([
    { name: 'id', kind: 'term', isNeeded: true, value: 'bond' },
    { name: 'words', kind: 'words', isNeeded: true, value: 'bonds', isHeld: true },
  ]);
  for (const text of ['</Figure>', '<Steps>', '<Steps at="1">']) expect(fieldsOf(only(text)), text).toEqual([]);
});

it('a value is written into its place, also with quotation marks, and an optional one comes and goes', () => {
  const text = '<Ledger\n  caption="One" >';
  expect(filled(text, 'caption', 'Two')).toBe('<Ledger\n  caption="Two" >');
  const quoted = filled(text, 'caption', 'A "b"\nc');
  expect(quoted).toBe('<Ledger\n  caption="A &quot;b&quot; c" >');
  expect(field(quoted, 'caption').value).toBe('A "b" c');
  expect(filled('<Local>', 'facts', 'tax')).toBe('<Local facts="tax">');
  expect(filled('<Local facts="tax">', 'facts', '')).toBe('<Local>');
  expect(filled('<Run call="a" />', 'body', '{}')).toBe('<Run call="a" body="{}" />');
  expect(filled('<Ledger caption="One">', 'caption', '')).toBe('<Ledger caption="">');
  expect(filled(text, 'caption', 'One')).toBe(text);
  expect(filled('<Fact id="x" />', 'id', 'y')).toBe('<Fact id="y" />');
  const term = '<Term id="bond">bond</Term>';
  expect(filled(term, 'words', 'bonds')).toBe('<Term id="bond">bonds</Term>');
  expect(filled(filled(term, 'words', ''), 'words', 'bond')).toBe(term);
  const signs = filled(term, 'words', 'a <b>');
  expect(signs).toBe('<Term id="bond">a &lt;b&gt;</Term>');
  expect(field(signs, 'words').value).toBe('a <b>');
  expect(filled('<Term id="bond" />', 'words', 'bond')).toBe(term);
});

it('every form of every page goes there and back byte for byte', () => {
  let count = 0;
  for (const { file, text } of realPages())
    for (const tag of tagsIn(text))
      for (const own of fieldsOf(tag)) {
        count += 1;
        expect(fieldChange(text, tag, own, own.value)).toEqual([]);
        const [change] = fieldChange(text, tag, own, `${own.value} more`);
        const changed = text.slice(0, change?.from) + change?.insert + text.slice(change?.to ?? 0);
        const now = tagsIn(changed).find(({ from }) => from === tag.from) as TagSpan;
        const again = fieldsOf(now).find(({ name }) => name === own.name) as TagField;
        expect(again.value, file).toBe(`${own.value} more`);
        const [back] = fieldChange(changed, now, again, own.value);
        expect(changed.slice(0, back?.from) + back?.insert + changed.slice(back?.to ?? 0) === text, file).toBe(true);
      }
  expect(count).toBeGreaterThan(500);
}, 120_000);

it('headings are shown without their signs, and other signs stay', () => {
  const shown = withHeadings(piecesOf('## What\n\n# 1 is #.', '## What it is\n\n### So\n\n# 1 is #.'));
  expect(shown.map(({ text }) => text).join('')).toBe('What it is\n\nSo\n\n# 1 is #.');
  const bold = shown.filter(({ isHeading }) => isHeading).map(({ text }) => text);
  expect(bold.join('')).toBe('What it isSo');
});

/** The switch of the country of residence and the rules below it, as HTML. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { countryRules } from '../../../src/authoring/pages/countryRules.ts';
import type { Product } from '../../../src/forms/lists.ts';
import Residence, { Switch } from '../../../src/islands/residence/Residence.tsx';
import { $location } from '../../../src/stores/location.ts';
import { $chosenResidence } from '../../../src/stores/residence.ts';

const rules = countryRules('ja');
const { words } = rules;
const names = new Map(rules.countries);

afterEach(() => {
  $location.set(undefined);
  $chosenResidence.set('');
});

function draw({ chosen = '', detected, product }: { chosen?: string; detected?: string; product?: Product }): string {
  $chosenResidence.set(chosen);
  $location.set(detected === undefined ? null : { city: '大阪市', country: '日本', countryCode: detected });
  return renderToStaticMarkup(createElement(Switch, { ...rules, product }));
}
const selected = (html: string) => /<option value="(\w*)" selected="">([^<]*)/.exec(html)?.slice(1);
const heads = (html: string) => [...html.matchAll(/<dt>([^<]*)/g)].map(([, head]) => head);

it('is an empty element until its words are loaded', () => {
  const html = renderToStaticMarkup(createElement(Residence, { address: '/rules.json' }));
  expect(html).toBe('<div class="residence"></div>');
});

it('begins with the country of the look-up, which nobody has chosen', () => {
  expect(selected(draw({ detected: 'JP' }))).toEqual(['', words.detected.join(names.get('JP'))]);
  expect(selected(draw({ detected: 'JP', chosen: 'US' }))).toEqual(['US', names.get('US')]);
  for (const detected of [undefined, 'XX'])
    expect(selected(draw({ ...(detected && { detected }) }))).toEqual(['', words.unset]);
});

it('has the rules of a lesson in their order, each with its source', () => {
  const html = draw({ chosen: 'JP', product: 'forex' });
  expect(heads(html)).toEqual([words.trading, words.leverage, words.protection]);
  expect(html.match(/residence-source/g)).toHaveLength(html.match(/<dd>/g)?.length ?? 0);
  expect(heads(draw({ chosen: 'JP', product: 'stocks' }))).toEqual([words.protection]);
});

it('says on a lesson who decides where no rule is known, and asks for the country where it is unknown', () => {
  expect(draw({ chosen: 'CH', product: 'forex' })).toContain(words.none);
  expect(draw({ product: 'forex' })).toContain(words.unknown);
  expect(draw({ chosen: 'XX', product: 'forex' })).toContain(words.unknown);
});

it('is the switch alone in the picker', () => {
  const html = draw({ chosen: 'JP' });
  expect(html).toContain(words.hint);
  expect(html).not.toMatch(/<h2|<dl|residence-none/);
});

/** One entry of a table in YAML changes: what is the same in it stays as it is written, and all other entries do. */
import { expect, it } from 'vitest';
import { sharedWith, withNewEntry, withoutEntry, withValue } from '../../../../src/desk/server/yamlEdit.ts';

const FACTS = `# Head
#   value  a number

products:
  value: 100000
  source: "Here: so" # why
  counter: { ja: 銘柄, tw: 種 }
venues:
  value: 200
  source: There
  note: A note
  beside: { en-US: [a, b], ja: [c] } # last
# Fees
stockFee:
  value: [0.1, 0.2]
  source: X
`;
const IDS = [['products'], ['venues'], ['stockFee']];
const order = (place: readonly string[]) =>
  place.length === 0 ? ['value', 'unit', 'source', 'note', 'counter', 'beside'] : ['en-US', 'ja', 'tw', 'cn'];
const STYLE = { beside: IDS, order };
const put = (id: string, value: unknown, raw = FACTS) => withValue(raw, [id], value, STYLE);
const products = { value: 100000, source: 'Here: so', counter: { ja: '銘柄', tw: '種' } };
const venues = {
  value: 200,
  source: 'There',
  note: 'A note',
  beside: { 'en-US': ['a', 'b'], ja: ['c'] },
};

it.each(['\n', '\r\n'])('values keep their place, quotes and comments, with lines that end in %j', (eol) => {
  const raw = FACTS.replaceAll('\n', eol);
  const with_ = (id: string, value: unknown, from: string, to: string) =>
    expect(put(id, value, raw)).toBe(raw.replace(from.replaceAll('\n', eol), to.replaceAll('\n', eol)));
  with_('products', products, '', '');
  with_('products', { ...products, value: 120000 }, '100000', '120000');
  with_('products', { ...products, source: 'There: no' }, 'Here: so', 'There: no');
  with_('products', { ...products, unit: 'count' }, '100000\n', '100000\n  unit: count\n');
  with_('products', { ...products, note: 'Why: so' }, '# why\n', '# why\n  note: "Why: so"\n');
  with_('products', { ...products, counter: { ja: '個', tw: '種' } }, '銘柄', '個');
  with_('products', { ...products, counter: { ...products.counter, 'en-US': 'x' } }, '{ ja', '{ en-US: x, ja');
  with_('products', { ...products, counter: { tw: '種' } }, '{ ja: 銘柄, tw', '{ tw');
  with_('products', { value: 100000, source: 'Here: so' }, '  counter: { ja: 銘柄, tw: 種 }\n', '');
  with_('venues', { ...venues, beside: { ...venues.beside, ja: ['c', 'd'] } }, '[c]', '[c, d]');
  with_('venues', { ...venues, beside: { ...venues.beside, 'en-US': ['b'] } }, '[a, b]', '[b]');
  with_('venues', { ...venues, beside: { ...venues.beside, cn: ['e'] } }, 'ja: [c]', 'ja: [c], cn: [e]');
  with_('venues', { ...venues, counter: { ja: 'x' } }, '  beside', '  counter: { ja: x }\n  beside');
  with_('stockFee', { value: [0.1, 0.3], source: 'X' }, '0.2', '0.3');
  with_('stockFee', { value: 3, source: 'X' }, '[0.1, 0.2]', '3');
});

it('a text and a list in several lines come into one when their entry changes, and only then', () => {
  const raw = FACTS.replace('A note', 'A long\n    note').replace('[a, b]', '[\n      a,\n      b,\n    ]');
  const long = { ...venues, note: 'A long note' };
  expect(put('venues', { ...long, value: 201 }, raw)).toBe(
    FACTS.replace('A note', 'A long note').replace('200', '201'),
  );
  expect(put('venues', long, raw)).toBe(raw);
  expect(put('products', { ...products, value: 1 }, raw)).toBe(raw.replace('100000', '1'));
  const note = `${'word '.repeat(40)}end: b`;
  expect(put('venues', { ...venues, note })).toBe(FACTS.replace('A note', `"${note}"`));
});

it('new entries are written as those beside them; others go with their lines', () => {
  const value = { source: 'New', value: 1, counter: { tw: 'b', ja: 'a' }, beside: { ja: ['x, y'] } };
  const added = withNewEntry(FACTS, ['venues'], 'more', value, STYLE);
  const lines = 'more:\n  value: 1\n  source: New\n  counter: { ja: a, tw: b }\n  beside: { ja: ["x, y"] }\n';
  expect(added).toBe(FACTS.replace('# Fees', () => `${lines}# Fees`));
  expect(withoutEntry(added, ['more'])).toBe(FACTS);
  const end = withNewEntry(FACTS.trimEnd(), ['stockFee'], 'more', { value: 1 }, STYLE);
  expect(end).toBe(`${FACTS}more:\n  value: 1\n`);
});

const LIST = `rows:
  - mic: XA
    days: [2026-01-01, 2026-01-02, 2027-01-01]
    half:
      - { on: [2026-12-24], hours: 09:00-12:00 } # Eve
      - { on: [2026-12-31], hours: 09:00-12:00 }

  # East
  - mic: XB
    country: 'NO'
    days: [2026-01-01]
`;
const ROWS = [
  ['rows', 0],
  ['rows', 1],
];
const row = {
  mic: 'XA',
  days: ['2026-01-01', '2026-01-02', '2027-01-01'],
  half: [
    { on: ['2026-12-24'], hours: '09:00-12:00' },
    { on: ['2026-12-31'], hours: '09:00-12:00' },
  ],
};
const rowOrder = (place: readonly string[]) =>
  place.length === 0 ? ['mic', 'country', 'days', 'half'] : ['on', 'hours'];
const ROW_STYLE = { beside: ROWS, order: rowOrder };
const putRow = (at: number, value: unknown) => withValue(LIST, ['rows', at], value, ROW_STYLE);

it('lists change entry by entry, whether they stand in lines or in a line', () => {
  const with_ = (value: unknown, from: string, to: string) => expect(putRow(0, value)).toBe(LIST.replace(from, to));
  with_({ ...row, days: [...row.days.slice(0, 2), '2026-12-25', '2027-01-01'] }, '01-02,', '01-02, 2026-12-25,');
  with_({ ...row, days: [...row.days, '2027-12-25'] }, '2027-01-01]', '2027-01-01, 2027-12-25]');
  with_({ ...row, days: ['2026-01-01', '2027-01-01'] }, ', 2026-01-02', '');
  with_({ ...row, days: ['2025-12-31', ...row.days] }, '2026-01-01,', '2025-12-31, 2026-01-01,');
  with_({ ...row, half: row.half.slice(1) }, '      - { on: [2026-12-24], hours: 09:00-12:00 } # Eve\n', '');
  const more = { hours: '09:00-11:00', on: ['2027-12-24'] };
  const line = '      - { on: [2027-12-24], hours: 09:00-11:00 }\n';
  with_({ ...row, half: [...row.half, more] }, '\n  # East', `${line}\n  # East`.replace(/^ */, '      '));
  with_({ mic: 'XA', days: row.days }, LIST.slice(LIST.indexOf('    half'), LIST.indexOf('\n  # East')), '');
  expect(putRow(1, { mic: 'XC', country: 'NO', days: [] })).toBe(
    LIST.replace('XB', 'XC').replace('[2026-01-01]\n', '[]\n'),
  );
});

it('entries of a list come with the empty line that is between them', () => {
  const value = { mic: 'XC', days: ['2026-01-01'] };
  const added = withNewEntry(LIST, ['rows', 0], null, value, ROW_STYLE);
  expect(added).toBe(LIST.replace('\n  # East', '\n  - mic: XC\n    days: [2026-01-01]\n\n  # East'));
  expect(withoutEntry(added, ['rows', 1])).toBe(LIST);
});

it('what several entries share changes in all of them, and only where it is written', () => {
  const raw = 'a:\n  days: &shared\n    add: [1, 2]\nb:\n  days: *shared\n';
  const value = { days: { add: [1, 3] } };
  const style = { beside: [['a'], ['b']], order: () => [] };
  expect(withValue(raw, ['a'], value, style)).toBe(raw.replace('2]', '3]'));
  expect(() => withValue(raw, ['b'], value, style)).toThrow(/shared/);
  expect(sharedWith(raw, ['b'])).toEqual([{ field: ['days'], with: ['a', 'days'], isOwn: false }]);
});

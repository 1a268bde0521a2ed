/** Kinds of HTML errors that occurred before. `npm run test:with -- html` finds all kinds, and needs Java. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { all, byRole, byTag, type Element, only, site, textOf } from '../helpers/dist.ts';

const PARTS_OF_TABLES = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** Elements in places where they are not allowed, as 'ja/service/forex.html: 3 td'. */
function faults(within: 'html' | 'body', isFault: (element: Element) => boolean): string[] {
  return site().pages.flatMap(({ file, document }) => {
    const names = all(only(document, within), isFault).map(({ name }) => name);
    return [...new Set(names)].map((name) => `${file}: ${names.filter((one) => one === name).length} ${name}`);
  });
}

it('an element of a table has the role that it is born with', () => {
  expect(faults('body', ({ name, attribs }) => PARTS_OF_TABLES.includes(name) && 'role' in attribs)).toEqual([]);
});

it('a table made of blocks has all its roles, each within the one above it', () => {
  const above = new Map([
    ['rowgroup', 'table'],
    ['row', 'rowgroup'],
    ['columnheader', 'row'],
    ['rowheader', 'row'],
    ['cell', 'row'],
  ]);
  const isLost = ({ attribs, parent }: Element) =>
    above.has(attribs.role ?? '') && (parent as Element).attribs.role !== above.get(attribs.role ?? '');
  expect(faults('body', isLost)).toEqual([]);

  const tables = site().pages.flatMap(({ document }) => byRole(document, 'table'));
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    const [head, ...rows] = byRole(table, 'row').map((row) => byRole(row, 'columnheader', 'rowheader', 'cell').length);
    expect(byRole(table, 'columnheader')).toHaveLength(head ?? 0);
    expect(new Set(rows)).toEqual(new Set([head]));
  }
});

it('a cell of a wide table has the heading of its column as label, which phones show', () => {
  const wide = site().pages.flatMap(({ document }) =>
    byRole(document, 'table').filter(({ parent }) => (parent as Element).attribs.class === 'table wide'),
  );
  expect(wide.length).toBeGreaterThan(0);
  for (const table of wide) {
    const [, ...heads] = byRole(table, 'columnheader').map(textOf);
    for (const row of byRole(table, 'row').slice(1)) {
      const [first, ...labels] = byRole(row, 'cell').map(({ attribs }) => attribs['data-label']);
      expect(first).toBeUndefined();
      expect(labels).toEqual(heads);
    }
  }
});

it('what opens a popover leaves it to the browser to say whether it is open', () => {
  const opens = ({ attribs }: Element) => 'popovertarget' in attribs;
  expect(faults('body', (element) => opens(element) && 'aria-expanded' in element.attribs)).toEqual([]);
  expect(faults('body', opens)).not.toEqual([]);
});

it('a minus does not part from the currency after it', () => {
  const parts = /−(?=[$€£¥])/;
  const texts = site().pages.flatMap(({ file, document }) =>
    byTag(only(document, 'body'), 'p').flatMap((p) => (parts.test(textOf(p)) ? [`${file}: ${textOf(p)}`] : [])),
  );
  expect(texts).toEqual([]);
  expect(site().pages.some(({ html }) => html.includes('−\u2060$'))).toBe(true);
});

it('styles stand in the head', () => {
  expect(site().pages.flatMap(({ file, document }) => byTag(only(document, 'body'), 'style').map(() => file))).toEqual(
    [],
  );
});

// content/conformance.yml says by these two that criteria on media and motion do not apply.
it('no page has sound, video or frames', () => {
  const media = ['audio', 'video', 'track', 'iframe', 'object', 'embed'];
  expect(faults('html', ({ name }) => media.includes(name))).toEqual([]);
});

it('no script of the site asks how a device is moved', () => {
  const { dir, files } = site();
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const asking = scripts.filter((file) =>
    /devicemotion|deviceorientation|Accelerometer|Gyroscope/.test(readFileSync(join(dir, file), 'utf8')),
  );
  expect(asking).toEqual([]);
});

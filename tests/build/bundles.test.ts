/** The script file that contains each island: a page loads no island that it does not have. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { byTag, type Page, site } from '../helpers/dist.ts';

const TO_DO =
  "An island that most pages have belongs to 'frame', or without React to 'atOnce', in src/integrations/bundles.ts; any other has a file of its own, or one with islands of the same pages.";

it('an island comes with the frame where most pages have it, and else alone or with those of the same pages', () => {
  const { dir, pages } = site();
  /** The pages with each island. */
  const places = new Map<string, Page[]>();
  /** Islands without React render nothing. */
  const plain = new Set<string>();
  for (const page of pages) {
    for (const { attribs, children } of byTag(page.document, 'astro-island')) {
      const address = attribs['component-url'] ?? '';
      if (children.length === 0) plain.add(address);
      const known = places.get(address) ?? [];
      if (known.at(-1) !== page) places.set(address, [...known, page]);
    }
  }
  // Most visits are to pages that search engines list.
  const listed = new Set(pages.filter(({ html }) => !html.includes('<meta name="robots" content="noindex">')));
  const isOnMost = (on: readonly Page[]) => on.filter((page) => listed.has(page)).length > listed.size / 2;
  const nameOf = (address: string) => /([^/]+?)\.[^/]*$/.exec(address)?.[1] ?? address;
  /** If an island is bundled in another file, its own file only re-exports it. */
  const fileOf = (address: string) => {
    const code = readFileSync(`${dir}${address}`, 'utf8');
    return nameOf(/^export\{[^}]*\}from"\.\/([^"]+)";?\s*$/.exec(code)?.[1] ?? address);
  };
  const landed: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const [address, on] of places) {
    const name = nameOf(address);
    landed[name] = fileOf(address);
    const beside = [...places].filter(([other]) => fileOf(other) === landed[name]);
    const isOfSamePages = beside.every(
      ([, others]) => others.length === on.length && others.every((one) => on.includes(one)),
    );
    wanted[name] = isOnMost(on) ? (plain.has(address) ? 'atOnce' : 'frame') : isOfSamePages ? landed[name] : name;
  }
  expect(Object.values(wanted)).toEqual(expect.arrayContaining(['atOnce', 'frame']));
  expect(landed, TO_DO).toEqual(wanted);
});

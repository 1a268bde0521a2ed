/** The script file that contains each island. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { byTag, type Page, site } from '../helpers/dist.ts';

const TO_DO =
  "An island that most pages have belongs to 'frame' in src/integrations/bundles.ts; any other has a file of its own.";

it('an island comes with the frame where most pages have it, and else in a file of its own', () => {
  const { dir, pages } = site();
  const islandsOf = (some: readonly Page[]) =>
    some.flatMap(({ document }) => [
      ...new Set(byTag(document, 'astro-island').map(({ attribs }) => attribs['component-url'] ?? '')),
    ]);
  const found = islandsOf(pages);
  // Most visits are to pages that search engines list.
  const listed = pages.filter(({ html }) => !html.includes('<meta name="robots" content="noindex">'));
  const onListed = islandsOf(listed);
  const nameOf = (address: string) => /([^/]+?)\.[^/]*$/.exec(address)?.[1] ?? address;
  const landed: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const address of new Set(found)) {
    const name = nameOf(address);
    // If an island is bundled in another file, its own file only re-exports it.
    const [, other = address] =
      /^export\{[^}]*\}from"\.\/([^"]+)";?\s*$/.exec(readFileSync(`${dir}${address}`, 'utf8')) ?? [];
    landed[name] = nameOf(other);
    wanted[name] = onListed.filter((each) => each === address).length > listed.length / 2 ? 'frame' : name;
  }
  expect(Object.values(wanted)).toContain('frame');
  expect(landed, TO_DO).toEqual(wanted);
});

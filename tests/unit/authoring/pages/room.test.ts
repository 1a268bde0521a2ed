/** The entries that a build has: of a legal text that waits, what readers see until its day. */
import { existsSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { room } from '../../../../src/authoring/pages/room.ts';
import { parseSource } from '../../../../src/catalogue/content.ts';
import { legalVersions } from '../../../../src/catalogue/legal.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

const PAGE = 'ja/pages/legal/terms.mdx';
const LATER = '2999-01-01';
let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});

interface Entry {
  id: string;
  data: Record<string, unknown>;
  filePath: string;
}

/** What Astro would keep of the pages; `before` is what it has kept of the last start. */
async function loaded(before: ReadonlyMap<string, unknown> = new Map(), watcher?: object): Promise<Map<string, Entry>> {
  const entries = new Map(before as Map<string, Entry>);
  const kept = new Map<string, string>();
  const context = {
    config: { root: new URL(`file://${process.cwd()}/`), srcDir: new URL(`file://${process.cwd()}/src/`) },
    collection: 'pages',
    logger: { warn: (line: string) => expect.fail(line), error: (line: string) => expect.fail(line) },
    watcher,
    parseData: async ({ data }: Entry) => data,
    generateDigest: (text: string) => text,
    meta: kept,
    store: {
      keys: () => entries.keys(),
      get: (id: string) => entries.get(id),
      set: (entry: Entry) => entries.set(entry.id, entry),
      delete: (id: string) => entries.delete(id),
      clear: () => entries.clear(),
    },
    entryTypes: new Map([
      [
        '.mdx',
        {
          contentModuleTypes: '',
          getEntryInfo: ({ contents }: { contents: string }) => {
            const { body, frontMatter } = parseSource(contents);
            return { body, data: frontMatter };
          },
        },
      ],
    ]),
  };
  await room('pages', tree.dir).load(context as never);
  return entries;
}

it('has every page of every language; a legal text that waits as the version before', async () => {
  const today = await loaded();
  const version = legalVersions('ja', tree.dir).terms;
  expect(today.get('ja/service/brokerageHouse')).toMatchObject({
    filePath: `${tree.dir}/ja/pages/service/brokerageHouse.mdx`,
  });
  expect(today.get('ja/legal/terms')?.data.version).toBe(version);
  tree.edit(PAGE, /^version: .*$/m, `version: ${LATER}`);
  const waiting = await loaded(today);
  expect([...waiting.keys()].sort()).toEqual([...today.keys()].sort());
  expect(waiting.get('ja/legal/terms')).toMatchObject({
    data: { version },
    filePath: `${tree.dir}/.versions/legal/terms.ja.${version}.mdx`,
  });
  for (const { filePath } of waiting.values()) expect(existsSync(filePath), filePath).toBe(true);
});

it('has in `npm run dev` the text that is written', async () => {
  const watcher = { add: () => {}, on: () => {} };
  expect((await loaded(new Map(), watcher)).get('ja/legal/terms')?.data.version).toBe(LATER);
});

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lineOfNode } from '../../reading/mdx.ts';
import type { Rule } from '../rule.ts';

const PUBLIC = 'public';
/** More makes a page slow on a phone. */
const MOST_BYTES = 200_000;

/** A picture is a file of public/, which a page can load quickly. */
export const image: Rule = {
  name: 'image',
  checks: () => ({
    page({ nodes }, report) {
      for (const { node } of nodes) {
        if (node.type !== 'image') continue;
        const file = join(PUBLIC, node.url.split(/[?#]/)[0] ?? '');
        const expected = `a file of ${PUBLIC}/, such as /icon-512.png`;
        const tell = (what: string, remedy: string) => report(lineOfNode(node), what, expected, remedy);
        if (!/^\/(?!\/)/.test(node.url)) {
          tell(`the picture ${node.url || 'without an address'} cannot be shown`, `put its file into ${PUBLIC}/`);
        } else if (!existsSync(file) || statSync(file).isDirectory()) {
          tell(`there is no picture ${node.url}`, `put its file into ${PUBLIC}/, or correct the address`);
        } else if (statSync(file).size > MOST_BYTES) {
          const size = Math.ceil(statSync(file).size / 1000);
          tell(`the picture ${node.url} has ${size} kB`, `make it smaller: at most ${MOST_BYTES / 1000} kB`);
        }
      }
    },
  }),
};

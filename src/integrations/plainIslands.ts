import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Islands without a framework: a function that is marked `plain` and gets its element in addition to its props. Astro
 * loads it like every island (`client:idle`), so that the page itself requests no script, a failure is reported like
 * any other, and the policy needs no further hash. Must come before react(), which claims every function.
 */
export function plainIslands(): AstroIntegration {
  const file = (name: string) => fileURLToPath(new URL(`../components/plain/${name}`, import.meta.url));
  return {
    name: 'plain-islands',
    hooks: {
      'astro:config:setup': ({ addRenderer }) =>
        addRenderer({ name: 'plain', serverEntrypoint: file('server.ts'), clientEntrypoint: file('client.ts') }),
    },
  };
}

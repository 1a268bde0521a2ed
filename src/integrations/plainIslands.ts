import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Islands without a framework: a function that is marked `plain` and gets its own element besides its props. Astro loads
 * it as it loads every island (`client:idle`), so that the page itself asks for no script, a failure is told like any
 * other, and the policy needs no further hash. Stands before react(), which takes every function for its own.
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

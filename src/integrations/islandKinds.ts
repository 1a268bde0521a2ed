import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * `client:when` (layouts/boot/when.ts), and islands without a framework: a function that is marked `plain` and gets its
 * element in addition to its props. Astro loads it like every island, so that the page itself requests no script, a
 * failure is reported like any other, and the policy needs no further hash. Must come before react(), which claims every
 * function.
 */
export function islandKinds(): AstroIntegration {
  const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
  return {
    name: 'island-kinds',
    hooks: {
      'astro:config:setup': ({ addRenderer, addClientDirective }) => {
        addRenderer({
          name: 'plain',
          serverEntrypoint: file('components/plain/server.ts'),
          clientEntrypoint: file('components/plain/client.ts'),
        });
        addClientDirective({ name: 'when', entrypoint: file('layouts/boot/when.ts') });
      },
    },
  };
}

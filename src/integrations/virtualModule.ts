import type { AstroIntegration } from 'astro';

/** How Vite's ids of such modules begin. */
export const MADE = '\0virtual:';

/** Makes a module of what `make` returns, only where a page imports it. Its type is in env.d.ts. */
export function virtualModule(name: string, make: () => unknown): AstroIntegration {
  const plugin = {
    name,
    resolveId: (source: string) => (`\0${source}` === MADE + name ? MADE + name : null),
    load: async (source: string) => (source === MADE + name ? `export default ${JSON.stringify(await make())}` : null),
  };
  return {
    name,
    hooks: { 'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [plugin] } }) },
  };
}

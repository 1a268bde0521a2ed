import type { AstroIntegration } from 'astro';

/** Makes a module of what `make` returns, only where a page imports it. Its type is in env.d.ts. */
export function virtualModule(name: string, make: () => unknown): AstroIntegration {
  const id = `virtual:${name}`;
  const plugin = {
    name,
    resolveId: (source: string) => (source === id ? `\0${id}` : null),
    load: async (source: string) => (source === `\0${id}` ? `export default ${JSON.stringify(await make())}` : null),
  };
  return {
    name,
    hooks: { 'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [plugin] } }) },
  };
}

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
// Vite's own bundler, without Vite: its build() would make a development server run in production mode.
import { rolldown } from 'rolldown';

/** The boot script as one minified classic script, and its hash for the content security policy. */
export async function bundleBoot(): Promise<{ code: string; hash: `sha256-${string}` }> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../layouts/boot/main.ts', import.meta.url)),
    transform: { target: 'es2022' },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const code = output[0].code.trim();
  return { code, hash: hashOf(code) };
}

/** The hash of an inline script for the content security policy. */
export const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}` as const;

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The boot script as one minified classic script, and its hash for the content security policy. */
export async function bundleBoot(): Promise<{ code: string; hash: `sha256-${string}` }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../layouts/boot/main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const code = outputFiles[0]?.text.trim() ?? '';
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

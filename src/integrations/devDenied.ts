/**
 * What the development server sends to nobody: Vite's own list, and whatever begins with a dot in the project's folder,
 * such as .data, whose database holds hashes and keys. Deeper folders may: some package managers keep packages in one.
 */
export function devDenied(root = process.cwd()): string[] {
  const folder = root.replaceAll('\\', '/').replace(/[*?[\]{}()!+@|]/g, '\\$&');
  return ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${folder}/.*`, `${folder}/.*/**`];
}

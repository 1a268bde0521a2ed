import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a file, or makes its content and keeps it there. `file` names all that the content depends on. */
export async function cachedFile(file: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const content = Buffer.from(await make());
  await mkdir(dirname(file), { recursive: true });
  // Nobody reads half of it: neither another build nor this one, which may make the same twice at once.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
  return content;
}

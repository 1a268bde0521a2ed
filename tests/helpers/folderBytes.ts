import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file of a folder with its bytes. */
export const bytesOf = (dir: string): Map<string, Buffer> =>
  new Map(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(dir, path), readFileSync(path)]),
  );

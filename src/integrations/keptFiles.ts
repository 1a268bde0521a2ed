/** What a build makes from texts, kept in a folder for the next one. */
import { copyFile, link, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFile } from '../cachedFile.ts';

/** A file's name in the folder, which tells what it was made from, and how it is made if it is not there. */
export interface Made {
  name: string;
  make: () => Promise<Uint8Array>;
}

export type Kept = ReturnType<typeof keptIn>;

/** Without a folder, it keeps nothing. */
export function keptIn(folder?: string) {
  const asked = new Set<string>();
  const found = new Map<string, Promise<Uint8Array>>();
  const read = ({ name, make }: Made): Promise<Uint8Array> => {
    asked.add(name);
    const content = found.get(name) ?? (folder ? cachedFile(join(folder, name), make) : make());
    found.set(name, content);
    return content;
  };
  return {
    /** Its content. */
    read,
    /** Puts it at a path: a kept file gets one more name there, so that nothing of it is read or written again. */
    async put(file: Made, path: string) {
      if (!folder) return writeFile(path, await read(file));
      const from = join(folder, file.name);
      asked.add(file.name);
      await rm(path, { force: true }); // Written into, it would change what is kept.
      const put = () =>
        link(from, path).catch((error) => (error.code === 'ENOENT' ? Promise.reject(error) : copyFile(from, path)));
      await put().catch(() => read(file).then(put));
    },
    /** Removes what this build has not asked for. */
    async prune() {
      if (!folder) return;
      const unused = (await readdir(folder)).filter((name) => !asked.has(name));
      await Promise.all(unused.map((name) => rm(join(folder, name))));
    },
  };
}

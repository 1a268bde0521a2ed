/** The files of content/ as entries of Astro. */
import { join, relative, sep } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { pageOfFile, waitingTexts } from '../../catalogue/legal.ts';

/**
 * Files of one folder in every locale's folder; ids keep their capitals: 'ja/service/brokerageHouse'. Of a legal text that
 * waits, a build has what readers see until its day; `npm run dev` has the text that is written, which the desk shows.
 */
export function room(name: 'pages' | 'notices' | 'news' | 'support', dir = CONTENT_DIR): Loader {
  return {
    name: 'room',
    load: (context) => {
      const pattern = [`*/${name}/**/*.mdx`];
      if (name === 'pages' && !context.watcher) pattern.push(...inPlaceOfWaiting(dir));
      // Astro keeps the entries of the last start, and an entry with the same text keeps the path of its file.
      const from = JSON.stringify([dir, pattern]);
      if (context.meta.get('from') !== from) context.store.clear();
      context.meta.set('from', from);
      const generateId = ({ entry }: { entry: string }) => idOf(entry, dir);
      return glob({ base: `./${relative(process.cwd(), dir)}`, pattern, generateId }).load(context);
    },
  };
}

/** Patterns that leave out the legal texts that wait, and add what readers see until their day. */
function inPlaceOfWaiting(dir: string): string[] {
  const nameOf = (file: string) => relative(dir, file).split(sep).join('/');
  return waitingTexts(dir).flatMap(({ waits, inForce }) => [
    `!${nameOf(waits.file)}`,
    ...(inForce ? [nameOf(inForce.file)] : []),
  ]);
}

/** 'ja/legal/terms' of 'ja/pages/legal/terms.mdx', and of a kept copy of it. */
function idOf(entry: string, dir: string): string {
  const of = pageOfFile(join(dir, entry), dir);
  return of ? `${of.locale}/${of.page.split('/').slice(1).join('/')}` : entry;
}

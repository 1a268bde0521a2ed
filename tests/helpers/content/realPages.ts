/** Every page, article and notice of content/, in every language. */
import { join } from 'node:path';
import { CONTENT_DIR, contentFiles, readText } from '../../../src/catalogue/content.ts';

export const realPages = () =>
  contentFiles()
    .filter((file) => /^[\w-]+\/(?:pages|news|notices|support)\/.*\.mdx$/.test(file))
    .map((file) => ({
      file,
      page: file.replace(/^[^/]+\//, '').replace('.mdx', ''),
      text: readText(join(CONTENT_DIR, file)),
    }));

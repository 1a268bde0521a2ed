import { resolve } from 'node:path';

/** The folder of all words. Tests and benches set another one in CONTENT_DIR; it must be inside the project. */
export const CONTENT_DIR = resolve(process.env.CONTENT_DIR ?? 'content');

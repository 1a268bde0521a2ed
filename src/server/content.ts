/** The folder of texts and tables. Relative to the source, since the server may be started from another folder. */
import { join } from 'node:path';

export const CONTENT = join(import.meta.dirname, '../../content');

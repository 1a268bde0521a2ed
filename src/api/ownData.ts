import { DATA_PATH } from '../contract/users.ts';
import { type ApiOptions, getFile } from './client.ts';

/** Everything that is stored about the user, as a file of a format. */
export const readData = (format: 'json' | 'html', options: ApiOptions): Promise<string> =>
  getFile(DATA_PATH, { ...options, query: { format } });

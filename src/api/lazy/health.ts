/** What the help center loads to say how API and news feeds are. */
import { healthData } from '../../contract/common.ts';

export { newsSourcesCall } from '../../contract/news.ts';
export { request } from './client.ts';

export const healthCall = { path: '/api/health', data: healthData };

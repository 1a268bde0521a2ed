/** What the help centre loads to say how API and news feeds are. */
export { healthCall } from '../contract/common.ts';
export { newsSourcesCall } from '../contract/news.ts';
export { request } from './client.ts';

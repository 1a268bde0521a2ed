/** What a page loads to read news and flashes. */
export { flashItemCall, flashListCall, newsItemCall, newsListCall, newsSourcesCall } from '../../contract/news.ts';
export { nullIf, request } from './client.ts';

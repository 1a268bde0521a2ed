/** What a page loads to make calls for its user. */
export { logOutCall, meCall } from '../../contract/session.ts';
export { request } from './client.ts';

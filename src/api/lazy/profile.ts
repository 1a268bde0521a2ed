/** What a page loads that reads no more of a user than who they are. */
export { centerCall, publicCall } from '../../contract/users.ts';
export { nullIf, request } from './client.ts';

/** What the public page of a user loads. */
export { publicCall } from '../contract/users.ts';
export { nullIf, request } from './client.ts';

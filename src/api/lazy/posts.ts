/** What a page loads to read posts. */
export { postCall, postListCall } from '../../contract/posts.ts';
export { nullIf, request } from './client.ts';

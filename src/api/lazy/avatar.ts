/** What the page of the profile loads to send a picture. */
export { avatarCall } from '../../contract/users.ts';
export { request } from './client.ts';
export { uploadOf } from './upload.ts';

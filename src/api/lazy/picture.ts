/** What the question form loads to send pictures. */
export { pictureCall } from '../../contract/support.ts';
export { request } from './client.ts';
export { uploadOf } from './upload.ts';

/** What a page loads to send a question to Support and to read its answers. */
export { askCall, QUESTION_SECRET_HEADER, questionCall } from '../../contract/support.ts';
export { nullIf, request } from './client.ts';

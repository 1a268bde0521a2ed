export { moderationCountsCall } from '../../contract/moderation.ts';
export { request } from './client.ts';

/** What a page loads to read and write replies. */
export {
  addReplyCall,
  ownRepliesCall,
  postMarkCall,
  replyCall,
  replyListCall,
  replyMarkCall,
} from '../../contract/replies.ts';
export { request } from './client.ts';

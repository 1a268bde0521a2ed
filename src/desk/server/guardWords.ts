/** What the desk tells those that may not use it. */
export const GUARD_WORDS = {
  notLoopback:
    'The desk writes files, so it answers this machine only. Start the server without --host (HOST=127.0.0.1), and open it at http://127.0.0.1 on this machine.',
  otherHost: 'The desk answers at localhost and 127.0.0.1 only. Open it at the address that npm run desk prints.',
  otherSite: 'Another web page asked for the desk. Open the desk in a tab of its own.',
  pageMethod: 'Pages of the desk are read, nothing is sent to them.',
  callMethod: 'A call of the desk is a POST.',
  callType: 'A call of the desk sends application/json.',
  length: 'A call of the desk tells its length, and has 8 MB at most.',
  token: 'The server has started anew since this page was opened. Copy what you have not saved, then reload the page.',
} as const;

/** Names in addresses and headers that the desk's server and its pages in the browser share. */

/** Before the name of each call. */
export const API_PATH = '/_desk/api/';

/** The header of calls that holds the token. */
export const TOKEN_HEADER = 'x-desk-token';

/** In the address of a page: with its draft. */
export const DRAFT_QUERY = 'desk-draft';

/** The fragment of a section on the page that edits it, by the id of the English section; '' is the opening. */
export const partAnchor = (id: string) => `part-${id || 'opening'}`;

import { atom } from 'nanostores';

/** Route to which a response of the API redirects the visitor, or null. The island Messages goes there. */
export const $redirect = atom<string | null>(null);

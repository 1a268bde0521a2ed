import { atom } from 'nanostores';

/** Where an answer of the API sends the visitor, as a site path without locale; null: nowhere. An island goes there. */
export const $redirect = atom<'/' | '/locked' | null>(null);

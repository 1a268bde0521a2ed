import { atom } from 'nanostores';

export interface User {
  nickname: string;
  /** Path of the picture, or null */
  avatar: string | null;
}

/** Null: nobody is logged in. 'unread': somebody is, and the server has not said who. */
export const $user = atom<(User & { initials: string }) | 'unread' | null>(null);

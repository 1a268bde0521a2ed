/** What the calls of users share. */
import type { ApplicationRules } from '../applications/tables.ts';
import type { IsBreached } from '../shared/breachedPasswords.ts';
import type { Provider } from './logIn/provider.ts';

export interface Users {
  site: string;
  /** Address of the API */
  api: string;
  cooling: number;
  rules: ApplicationRules;
  sendsMail: boolean;
  elsewhere: boolean;
  /** Null if there is no social log-in */
  social: Provider | null;
  /** Whether a password is known from a breach; false if nobody is asked */
  isBreached: IsBreached;
  minimumMs: number;
  now: () => Date;
  /** True if a nickname has a public page; null if this cannot be determined at present */
  holds(nickname: string): Promise<boolean | null>;
  /** Ends all work, so that the server can stop. */
  close(): Promise<void>;
}

/** Keys of content/<locale>/ui.json by answer. Entries of the dictionary have their own words. */
import {
  ACCREDITED,
  keysOf,
  LOG_KINDS,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  ROLES,
  STATES,
} from './lists.ts';

const tableOf = <Name extends string, Key>(names: readonly Name[], keyFor: (name: Name) => Key) =>
  Object.fromEntries(names.map((name) => [name, keyFor(name)])) as Readonly<Record<Name, Key>>;

export const GENDER_WORDS = { MALE: 'account.gender.male', FEMALE: 'account.gender.female' } as const;
export const PRODUCT_WORDS = tableOf(PRODUCTS, (name) => `account.product.${name}` as const);
export const ACCREDITED_WORDS = tableOf(ACCREDITED, (name) => `account.accredited.${name}` as const);
export const QUALIFIED_WORDS = tableOf(QUALIFIED, (name) => `account.qualified.${name}` as const);

export const ROLE_WORDS = tableOf(ROLES, (role) => ({
  name: `account.role.${role}` as const,
  about: `account.roleAbout.${role}` as const,
}));

export const NOTIFICATION_WORDS = tableOf(keysOf(NOTIFICATIONS), (name) => ({
  name: `account.notify.${name}` as const,
  about: `account.notify.${name}About` as const,
}));

export const PRIVACY_WORDS = tableOf(PRIVACY_PARTS, (name) => ({
  name: `account.privacy.${name}` as const,
  about: `account.privacy.${name}About` as const,
}));

export const STATE_WORDS = tableOf(STATES, (state) => ({
  name: `account.state.${state}` as const,
  about: `account.stateAbout.${state}` as const,
}));

export const LOG_KIND_WORDS = tableOf(LOG_KINDS, (kind) => `user.log.${kind}` as const);

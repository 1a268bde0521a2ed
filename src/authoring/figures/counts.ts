/** Numbers that pages state and the software has: a page shows the one that holds. */

import { permissionGroups } from '../../catalogue/permissions.ts';
import { MOST_CHECKED, SIGNATURE } from '../../contract/partner.ts';
import { DELIVERY_DAYS, MOST_WEBHOOKS } from '../../contract/webhooks.ts';
import { KEY_LIMITS } from '../../forms/lists.ts';

const permissions = () => permissionGroups().flatMap((group) => group.permissions);

export const COUNTS = {
  permissions: () => permissions().length,
  permissionGroups: () => permissionGroups().length,
  fingerPermissions: () => permissions().filter(({ checkedBy }) => checkedBy === 'finger').length,
  /** Each of a pair names the other. */
  exclusions: () => permissions().reduce((sum, { excludes }) => sum + excludes.length, 0) / 2,
  keys: () => KEY_LIMITS.keys,
  networks: () => KEY_LIMITS.networks,
  callsPerMinute: () => KEY_LIMITS.perMinute,
  overlapDays: () => KEY_LIMITS.overlapHours / 24,
  clockSeconds: () => SIGNATURE.clockS,
  permissionsChecked: () => MOST_CHECKED,
  webhooks: () => MOST_WEBHOOKS,
  retriedDays: () => DELIVERY_DAYS.retried,
  daysUntilOff: () => DELIVERY_DAYS.untilOff,
  keptDays: () => DELIVERY_DAYS.kept,
} as const satisfies Record<string, () => number>;

export type CountName = keyof typeof COUNTS;
export const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

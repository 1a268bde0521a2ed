/** The shapes of what members of a company send about its keys. Only the server checks them. */
import * as v from 'valibot';
import { until } from './companyForms.ts';
import { saying } from './faults.ts';
import { choice, choices, fields } from './fields.ts';
import { KEY_KINDS, KEY_LIMITS, SCOPES } from './lists.ts';
import { shownName } from './names.ts';
import { publicKeyOf } from './publicKeys.ts';

interface KeyRules {
  now: Date;
  /** A network as CIDR, in the one way in which it is stored; null if it is none */
  toNetwork: (text: string) => string | null;
}

const name = shownName(80, 'nameEmpty');

const publicKey = v.pipe(
  v.string('publicKeyFormat'),
  v.maxLength(1000, 'publicKeyFormat'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const key = publicKeyOf(dataset.value);
    if (key !== null && key !== 'private') return key;
    addIssue({ message: key === null ? 'publicKeyFormat' : 'publicKeyPrivate' });
    return NEVER;
  }),
);

const networks = (toNetwork: KeyRules['toNetwork']) =>
  v.pipe(
    v.array(
      v.pipe(
        v.string('networkFormat'),
        v.rawTransform(({ dataset, addIssue, NEVER }) => {
          const network = toNetwork(dataset.value);
          if (network !== null) return network;
          addIssue({ message: 'networkFormat' });
          return NEVER;
        }),
      ),
      'networksEmpty',
    ),
    v.nonEmpty('networksEmpty'),
    v.maxLength(KEY_LIMITS.networks, saying('numberRange', `1–${KEY_LIMITS.networks}`)),
    v.transform((list) => [...new Set(list)]),
  );

const whole = (least: number, most: number) => {
  const fault = saying('numberRange', `${least}–${most}`);
  return v.pipe(v.number(fault), v.integer(fault), v.minValue(least, fault), v.maxValue(most, fault));
};

export const keyShape = ({ now, toNetwork }: KeyRules) =>
  fields(
    {
      name,
      kind: choice(KEY_KINDS, 'choiceUnknown'),
      publicKey,
      scopes: choices(SCOPES, 'scopesEmpty'),
      networks: networks(toNetwork),
      expiresAt: until(now),
    },
    'choiceUnknown',
  );

/** The new key takes over all else from the old one, which ends after some hours. */
export const rotationShape = ({ now }: Pick<KeyRules, 'now'>) =>
  fields({ publicKey, overlapHours: whole(0, KEY_LIMITS.overlapHours), expiresAt: until(now) }, 'choiceUnknown');

export const keyChangeShape = ({ toNetwork }: Pick<KeyRules, 'toNetwork'>) =>
  fields({ name, networks: networks(toNetwork) }, 'choiceUnknown');

/** Null restores what a key gets. */
export const keyLimitShape = fields({ perMinute: v.nullable(whole(1, KEY_LIMITS.perMinute)) }, 'choiceUnknown');

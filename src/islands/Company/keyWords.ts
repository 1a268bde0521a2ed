import type { Scope } from '../../accounts/lists.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import type { KeyPair } from './keyPair.ts';

/** What a key may do by each scope. */
export const SCOPE_WORDS = {
  'reference.read': 'company.scope.reference.read',
  'permissions.check': 'company.scope.permissions.check',
  'news.read': 'company.scope.news.read',
  'news.publish': 'company.scope.news.publish',
  'applications.read': 'company.scope.applications.read',
  'applications.handle': 'company.scope.applications.handle',
  'questions.read': 'company.scope.questions.read',
  'questions.handle': 'company.scope.questions.handle',
} as const satisfies Record<Scope, MessageKey>;

/** The kinds of keys and of webhooks. */
export const KIND_WORDS = { sandbox: 'company.audit.sandbox', live: 'company.audit.live' } as const;

export const KEYS_WORDS = [
  ...Object.values(SCOPE_WORDS),
  ...Object.values(KIND_WORDS),
  'account.change',
  'company.audit.erased',
  'company.audit.kind',
  'company.audit.part',
  'company.key.active',
  'company.key.added',
  'company.key.calls',
  'company.key.copied',
  'company.key.copy',
  'company.key.download',
  'company.key.end',
  'company.key.end.none',
  'company.key.close',
  'company.key.hide',
  'company.key.id',
  'company.key.id.about',
  'company.key.kind.live',
  'company.key.kind.live.notPermitted',
  'company.key.kind.live.unconfirmed',
  'company.key.kind.sandbox',
  'company.key.kind.sandbox.notPermitted',
  'company.key.limit',
  'company.key.limit.hint',
  'company.key.limit.set',
  'company.key.limit.saved',
  'company.key.made',
  'company.key.make',
  'company.key.make.about',
  'company.key.make.action',
  'company.key.member',
  'company.key.name',
  'company.key.name.hint',
  'company.key.networks',
  'company.key.networks.add',
  'company.key.networks.added',
  'company.key.networks.failed',
  'company.key.networks.hint',
  'company.key.none',
  'company.key.over',
  'company.key.overlap',
  'company.key.overlap.hint',
  'company.key.past',
  'company.key.perMinute',
  'company.key.private',
  'company.key.private.about',
  'company.key.public',
  'company.key.public.hint',
  'company.key.refusals',
  'company.key.refusals.none',
  'company.key.replaces',
  'company.key.revoke',
  'company.key.revoke.question',
  'company.key.revoke.yes',
  'company.key.revoked',
  'company.key.revokedOn',
  'company.key.rotate',
  'company.key.rotate.about',
  'company.key.rotate.action',
  'company.key.rotated',
  'company.key.saved',
  'company.key.scopes',
  'company.key.scopes.hint',
  'company.key.source',
  'company.key.source.made',
  'company.key.source.made.about',
  'company.key.source.none',
  'company.key.source.pasted',
  'company.key.source.pasted.about',
  'company.key.used',
  'company.key.used.never',
  'company.lastDay',
  'company.lastDay.hint',
  'company.since',
  'route.companyKeys',
] as const satisfies readonly MessageKey[];

export type KeysProps = CompanyProps<(typeof KEYS_WORDS)[number]> & {
  /** Why calls are refused, by code */
  refusals: Readonly<Record<string, string>>;
};

/** A key that has just been made. `pair` if the browser has made it: its private part is shown once. */
export interface MadeKey {
  id: string;
  name: string;
  pair: KeyPair | null;
  /** What has happened */
  said: string;
}

export type KeysPart = KeysProps & {
  inside: Inside;
  /** Whether the browser can make a pair; null until that is known */
  canMake: boolean | null;
  onMade: (made: MadeKey) => void;
};

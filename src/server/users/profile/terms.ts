/** Terms that have changed since a user accepted them: the user is asked, and until then changes nothing in a company. */
import { type ChangedTerms, termsCall } from '../../../contract/users.ts';
import { termsShape } from '../../../forms/userForms.ts';
import type { ApiContext } from '../../answers.ts';
import type { userProfiles } from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import type { UserPart } from '../userCalls.ts';
import type { Users } from '../users.ts';
import { changeProfile } from './profileChange.ts';

/** The versions of terms that a user has yet to accept, in the language of a call. Versions are days, as YYYY-MM-DD. */
export function changedTerms(
  { agreements }: Pick<typeof userProfiles.$inferSelect, 'agreements'>,
  c: ApiContext,
  { rules }: Pick<Users, 'rules'>,
): ChangedTerms {
  const current = rules.versionsOf(localeOf(c.req.header('accept-language'))).terms;
  const accepted = agreements?.terms ?? null;
  return accepted !== null && accepted >= current ? null : { accepted, current };
}

export function addTerms({ calls, users: { rules } }: UserPart): void {
  calls.withSession({
    call: termsCall,
    method: 'post',
    operationId: 'userTermsAccept',
    summary: 'Accepts the terms as they are now, in the language of the call',
    body: ({ locale }) => termsShape(rules.versionsOf(locale).terms),
    handle: async ({ c, orm, now, user, body: { terms } }) => {
      const { privacy } = rules.versionsOf(localeOf(c.req.header('accept-language')));
      await changeProfile(orm, { userId: user.id, now, doing: 'accepting the terms' }, async ({ agreements }) => ({
        set: { agreements: { privacy: agreements?.privacy ?? privacy, terms, at: now.toISOString() } },
        did: [{ action: 'terms', detail: terms }],
      }));
      return { data: null };
    },
  });
}

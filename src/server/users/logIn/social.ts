/**
 * The social log-in: top-level GETs to an OpenID provider and back, and the call with which the page that began it
 * enters. A browser keeps the state of the log-in in a cookie, without which a callback is refused: otherwise anyone
 * could log a visitor in to an account of theirs. The page keeps a verifier, without which nobody can use the token of
 * the last redirect.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import * as v from 'valibot';
import { SOCIAL_CALLBACK_PATH, SOCIAL_START_PATH, type SocialError, socialCall } from '../../../contract/users.ts';
import type { Versions } from '../../../forms/lists.ts';
import { nickname, socialShape } from '../../../forms/userForms.ts';
import { LOCALE_IDS, type Locale } from '../../../i18n/locales.ts';
import { localize } from '../../../i18n/urls.ts';
import type { ApiContext } from '../../answers.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { userProfiles, users } from '../../db/schema.ts';
import { isSame, serverKey, sha256 } from '../../shared/reference.ts';
import { findLink, makeLink, takeLink } from '../links.ts';
import { anyNickname, nicknameFault } from '../profile/nicknames.ts';
import { hasPasskey } from '../security/passkeys.ts';
import { identityOn } from '../sessions.ts';
import type { UserPart } from '../userCalls.ts';
import { beginSession, noteSignIn } from './beginSession.ts';
import { SOCIAL_PROVIDER, type Visitor } from './provider.ts';
import { confirmUser } from './signUp.ts';
import { socialChallenge } from './twoStepLogIn.ts';

const COOKIE = 'socialLogIn';
/** How long the visitor may stay at the provider. */
const PATIENCE_S = 600;

const locale = v.picklist(LOCALE_IDS);
const startShape = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), locale });
const flowShape = v.object({ ...startShape.entries, state: v.string(), nonce: v.string(), codeVerifier: v.string() });
const callbackShape = v.object({
  state: v.string(),
  code: v.optional(v.string()),
  error: v.optional(v.string()),
  iss: v.optional(v.string()),
});
/** In the OpenAPI document */
const LEADS = { 302: { description: 'Leads to a page' } };
const newWord = () => randomBytes(32).toString('base64url');

export function addSocial({ calls, users: { site, rules, social }, createLimit, seen, perMinute }: UserPart): void {
  if (!social) return;
  const limit = createLimit(perMinute, 'social');
  const { callback } = social;
  const cookie = {
    path: callback.pathname,
    httpOnly: true,
    sameSite: 'Lax',
    secure: callback.protocol === 'https:',
    maxAge: PATIENCE_S,
  } as const;
  const lead = (c: ApiContext, to: string) => {
    c.header('Cache-Control', 'no-store');
    return c.redirect(to, 302);
  };
  const leadToLogIn = (c: ApiContext, to: Locale, fragment: string) =>
    lead(c, `${site}${localize('/login', to)}#${fragment}`);
  const refuse = (c: ApiContext, to: Locale, error: SocialError) => leadToLogIn(c, to, `error=${error}`);

  calls.open({
    call: { path: SOCIAL_START_PATH, data: v.null() },
    operationId: 'userSocialStart',
    summary: 'Leads to the provider of the social log-in, with ?challenge= and &locale=',
    limit,
    sends: LEADS,
    handle: async ({ c, orm }) => {
      const asked = v.safeParse(startShape, c.req.query());
      if (!asked.success) return refuse(c, 'en-US', 'failed');
      const flow = { ...asked.output, state: newWord(), nonce: newWord(), codeVerifier: newWord() };
      const to = await social.begin(flow);
      if (!to) return refuse(c, flow.locale, 'failed');
      await setSignedCookie(c, COOKIE, JSON.stringify(flow), await serverKey(orm, 'users'), cookie);
      return lead(c, to.href);
    },
  });

  calls.open({
    call: { path: SOCIAL_CALLBACK_PATH, data: v.null() },
    operationId: 'userSocialCallback',
    summary: 'Where the provider of the social log-in leads back to',
    limit: createLimit(perMinute, 'socialBack'),
    sends: LEADS,
    handle: async ({ c, orm, now }) => {
      const stored = (await getSignedCookie(c, await serverKey(orm, 'users'), COOKIE)) || 'null';
      deleteCookie(c, COOKIE, cookie);
      const flow = v.safeParse(flowShape, JSON.parse(stored));
      const answer = v.safeParse(callbackShape, c.req.query());
      if (!flow.success) return refuse(c, 'en-US', 'failed');
      const { locale, challenge, state } = flow.output;
      if (!answer.success || !isSame(answer.output.state, state)) return refuse(c, locale, 'failed');
      const { code, error, iss } = answer.output;
      if (error === 'access_denied') return refuse(c, locale, 'cancelled');
      const visitor = code === undefined ? null : await social.finish(flow.output, { code, iss });
      if (!visitor) return refuse(c, locale, 'failed');
      const ended = await guarded('a social log-in', () =>
        orm.transaction(async (tx) => {
          const found = await userOf(tx, visitor, { site, locale, versions: rules.versionsOf(locale), now });
          if (typeof found === 'string') return found;
          return { token: await makeLink(tx, { kind: 'social', userId: found.id, data: { challenge } }, now) };
        }),
      );
      return typeof ended === 'string' ? refuse(c, locale, ended) : leadToLogIn(c, locale, `social=${ended.token}`);
    },
  });

  calls.open({
    call: socialCall,
    method: 'post',
    operationId: 'userSocial',
    summary: 'Enters with the one-time token of a social log-in, or asks for the second step',
    refuses: ['locked'],
    body: socialShape,
    limit: createLimit(perMinute, 'socialEnd'),
    handle: async ({ c, orm, now, body: { token, verifier, own, device } }) => {
      const link = await findLink(orm, 'social', token, now);
      if (!link || !isSame(sha256(verifier), link.data?.challenge ?? '')) return fault('token', 'linkUsed');
      const { userId } = link;
      const where = await seen(c);
      return guarded('beginning a session', () =>
        orm.transaction(async (tx): Promise<Outcome<v.InferOutput<typeof socialCall.data>>> => {
          if (!(await takeLink(tx, link, now))) return fault('token', 'linkUsed');
          const [found] = await tx
            .select({ twoStep: users.twoFactorEnabled, lockedAt: userProfiles.lockedAt })
            .from(users)
            .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
            .where(eq(users.id, userId));
          if (!found || found.lockedAt) {
            await noteSignIn(tx, { userId, outcome: 'locked', method: 'social', seen: where, now });
            return { error: 'locked', message: 'server.accountLocked' };
          }
          if (found.twoStep) {
            const challenge = await socialChallenge(tx, userId, { site, now });
            return { data: { challenge, passkey: await hasPasskey(tx, userId) } };
          }
          const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
          const session = await internalAdapter.createSession(userId);
          return {
            data: await beginSession(tx, {
              userId,
              token: session.token,
              method: 'social',
              seen: where,
              own,
              device,
              now,
            }),
          };
        }),
      );
    },
  });
}

/**
 * The user who has logged in at the provider: one who did so before; else the one with this address, if both we and the
 * provider have confirmed it; else a new one. Otherwise the reason for the refusal.
 */
async function userOf(
  tx: Orm,
  { sub, email, emailVerified, ...claims }: Visitor,
  { site, locale, versions, now }: { site: string; locale: Locale; versions: Versions; now: Date },
): Promise<{ id: string } | 'unverified' | 'unconfirmed'> {
  const { internalAdapter } = await (await identityOn(tx, { site, now })).$context;
  const account = { providerId: SOCIAL_PROVIDER, accountId: sub };
  await advisoryLock(tx, `social ${sub}`);
  await advisoryLock(tx, `address ${email.toLowerCase()}`);
  const owner = await internalAdapter.findAccountOwnerByKey(account);
  if (owner?.kind === 'owned') return owner.user;
  if (!emailVerified) return 'unverified';
  const match = await internalAdapter.findUserByEmail(email);
  // Whoever signed up with this address may be another than its owner, and knows the password.
  if (match && !match.user.emailVerified) return 'unconfirmed';
  if (match) {
    await internalAdapter.createAccount({ ...account, userId: match.user.id });
    return match.user;
  }
  const user = await internalAdapter.createUser(
    { email: email.toLowerCase(), name: nicknameOf(claims, locale), emailVerified: false },
    { method: 'oauth', oauth: { providerId: SOCIAL_PROVIDER } },
  );
  if (!user) throw new Error('better-auth has stored no user');
  await internalAdapter.createAccount({ ...account, userId: user.id });
  // The page says that a first log-in accepts them.
  const { privacy, terms } = versions;
  const agreements = { privacy, terms, at: now.toISOString() };
  await tx.insert(userProfiles).values({ userId: user.id, locale, agreements });
  await confirmUser(tx, user.id, now);
  return user;
}

/** The first claim that may be a nickname, cut to its length; else one with a number. */
function nicknameOf({ nickname: claimed, name }: Pick<Visitor, 'nickname' | 'name'>, to: Locale): string {
  for (const claim of [claimed, name]) {
    // Room for the number of a name that is taken
    const cut = [...claim.trim()].slice(0, 36).join('');
    const checked = v.safeParse(nickname, cut);
    if (checked.success && !nicknameFault(checked.output) && !cut.includes('@')) return checked.output;
  }
  return anyNickname(to);
}

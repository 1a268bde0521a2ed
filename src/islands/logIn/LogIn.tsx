import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Attempt, endSocial, tryTo } from '../../api/logIn.ts';
import { $user } from '../../browserState/user.ts';
import { wayBack } from '../../browserState/wayBack.ts';
import type { Entered, SocialError } from '../../contract/users.ts';
import { speaker } from '../../i18n/format.ts';
import { lookUp } from '../../lookUp.ts';
import { takePreferences } from '../../stores/preferences.ts';
import { enter, logOutUser } from '../../stores/user.ts';
import { quoted } from '../failureWords.ts';
import { Already, device } from './logInForms.tsx';
import { type Frame, LINKS, type LoginWord, type Props, proceed, VIEWS, type View } from './logInViews.tsx';

/** Why a social log-in leads back without one; the words that follow these say what to do. */
const REFUSALS: Readonly<Record<SocialError, LoginWord | null>> = {
  cancelled: 'login.social.cancelled',
  unverified: 'login.social.unverified',
  unconfirmed: 'login.social.unconfirmed',
  failed: null,
};

/**
 * The log-in, its second step, and what the links of mails lead to. The token of a link is removed from the address at
 * once, so that nobody reads it over a shoulder or in the history.
 */
export default function LogIn(page: Props) {
  const { locale, service, links, words } = page;
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [view, show] = useState<View>({ name: 'login' });
  const [email, setEmail] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const goOn = async (entered: Entered) => {
    setLeaving(true);
    enter(entered, service);
    const changed = await takePreferences(service);
    const onward = () => location.assign(wayBack(location) ?? (entered.isNew ? links.welcome : links.userCenter));
    if (changed) show({ name: 'terms', changed, onward });
    else onward();
  };
  const frame: Frame = { page, say, show, email, setEmail, goOn };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later links of this page change the fragment
  useEffect(() => {
    const follow = () => followLink(frame);
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  if (view.name === 'login' && typeof user === 'object' && user !== null && !isLeaving) {
    const logOut = () => void logOutUser(service);
    return <Already say={say} nickname={user.nickname} logOut={logOut} userCenter={links.userCenter} />;
  }
  // The table gives a view the fields of its own name, which TypeScript cannot follow.
  const Shown = VIEWS[view.name] as (props: View & { frame: Frame }) => ReactNode;
  return <Shown {...view} frame={frame} />;
}

/** Shows what the link in the address leads to. */
function followLink(frame: Frame): void {
  const { say, show } = frame;
  const [, name, token = ''] = /^#(\w+)=(.+)$/.exec(location.hash) ?? [];
  const link = name === 'error' ? 'social' : LINKS.find((link) => link === name);
  if (!link) return;
  const trip = name === 'error' ? endSocial() : null;
  setSearch(trip?.search ?? location.search);
  if (name === 'error') {
    const words = lookUp(REFUSALS, token);
    show({ name: 'over', link, why: words ? say(words) : '' });
  } else if (link === 'confirm') show({ name: link, token, isNew: false });
  else if (link === 'reset') show({ name: link, token });
  else {
    show({ name: 'working' });
    void (link === 'social' ? endSocialLogIn(token, frame) : spendLink(link, token, frame));
  }
}

/** Changes the address to one without a token. */
const setSearch = (search: string) => history.replaceState(history.state, '', location.pathname + search);

/** A link that needs nothing more of the visitor. */
async function spendLink(link: 'unlock' | 'email', token: string, { page, say, show }: Frame): Promise<void> {
  const result = await tryTo(link, { token }, page.service);
  if (!('done' in result)) return show({ name: 'over', link, why: reasonOf(result, say) });
  const { done } = result;
  show({ name: 'done', what: done && 'state' in done ? done.state : 'unlock' });
}

async function endSocialLogIn(token: string, frame: Frame): Promise<void> {
  const { page, say, show } = frame;
  const trip = endSocial();
  // Without the verifier somebody else began it: a log-in into their account.
  if (!trip) return show({ name: 'over', link: 'social', why: '' });
  setSearch(trip.search);
  const { verifier, own } = trip;
  const result = await tryTo('social', { token, verifier, ...device(own) }, page.service);
  if (!('done' in result)) show({ name: 'over', link: 'social', why: reasonOf(result, say) });
  else proceed(result.done, own, frame);
}

function reasonOf(result: Attempt<never>, say: Frame['say']): string {
  if ('fields' in result) return result.fields[0]?.message ?? '';
  if (!('failed' in result)) return '';
  return typeof result.failed === 'object' ? quoted(result.failed, say) : say('account.failure.unreachable');
}

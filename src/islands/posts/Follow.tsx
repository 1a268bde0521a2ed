import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type Followed, readFollow, readFollowers, sendFollow } from '../../api/follows.ts';
import type { FailureReason } from '../../api/sending.ts';
import { $user } from '../../browserState/user.ts';
import type { Service } from '../../contract/common.ts';
import type { Follower } from '../../contract/follows.ts';
import type { MessageValues } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { reason } from '../failureWords.ts';
import { leadBack } from '../leadBack.ts';
import type { FOLLOW_WORDS } from './postWords.ts';

interface Props {
  nickname: string;
  locale: Locale;
  service: Service;
  loginHref: string;
  say: (key: KeysOf<(typeof FOLLOW_WORDS)[number]>, values?: MessageValues) => string;
  /** True to list those who show it, as on the page of a user */
  lists?: boolean;
}

/** How many follow an author, and the button to follow. Shows nothing of who can neither be followed nor follows. */
export function Follow({ lists = false, ...props }: Props) {
  const { nickname, service, loginHref, say } = props;
  const user = useStore($user, { ssr: 'initial' });
  const [state, setState] = useState<Followed | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState<FailureReason | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user follows others
  useEffect(() => {
    let isLeft = false;
    void readFollow(nickname, service).then((read) => {
      if (!isLeft) setState(read);
    });
    return () => {
      isLeft = true;
    };
  }, [nickname, service, user === null]);
  if (!state) return null;
  const { followers, following, canBeFollowed, follows, isSelf, shows } = state;
  if (!canBeFollowed && !follows && followers === 0 && following === 0) return null;

  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    setWhy(null);
    const sent = await sendFollow(nickname, !follows, service);
    setBusy(false);
    if (sent.status === 'saved') setState(sent.data);
    if (sent.status === 'failed') setWhy(sent.why);
  };
  const sides = { followers, following };
  /** Those whose names can be shown stand below, with their count. */
  const named = lists && shows ? (['followers', 'following'] as const).filter((side) => sides[side] > 0) : [];
  return (
    <div className="follow">
      <p className="actions">
        {follows === null
          ? canBeFollowed && (
              <a className="button quiet" href={loginHref} onClick={({ currentTarget }) => leadBack(currentTarget)}>
                {say('follow.logIn')}
              </a>
            )
          : !isSelf &&
            (canBeFollowed || follows) && (
              <button
                type="button"
                className={follows ? 'button quiet' : 'button'}
                aria-disabled={isBusy}
                onClick={() => void change()}
              >
                {say(follows ? 'follow.end' : 'follow.begin')}
              </button>
            )}
        <span role="status">
          {!named.includes('followers') && say('follow.followers', { count: followers })}
          {following > 0 && !named.includes('following') && ` · ${say('follow.following', { count: following })}`}
        </span>
      </p>
      {why !== null && (
        <p className="field-error" role="alert">
          {reason(why, say)}
        </p>
      )}
      {named.map((side) => (
        <List key={side} {...props} side={side} count={sides[side]} />
      ))}
    </div>
  );
}

function List({
  side,
  count,
  nickname,
  locale,
  service,
  say,
}: Omit<Props, 'lists' | 'loginHref'> & { side: 'followers' | 'following'; count: number }) {
  const [read, setRead] = useState<{ list: Follower[]; next: string | null } | null>(null);
  const more = async () => {
    const page = await readFollowers(side, nickname, service, read?.next ?? undefined);
    if (page) setRead({ list: [...(read?.list ?? []), ...page.list], next: page.next });
  };
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && !read && void more()}>
      <summary>{say(`follow.${side}`, { count })}</summary>
      {read?.list.length === 0 && <p>{say('follow.shown.none')}</p>}
      {read && read.list.length > 0 && (
        <ul>
          {read.list.map((one) => (
            <li key={one.nickname}>
              <a href={`${LOCALES[locale].prefix}/u/${encodeURIComponent(one.nickname)}`}>{one.nickname}</a>
            </li>
          ))}
        </ul>
      )}
      {read?.next && (
        <button type="button" className="button quiet" onClick={() => void more()}>
          {say('news.more')}
        </button>
      )}
    </details>
  );
}

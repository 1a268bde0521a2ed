import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { USER_KEY } from '../../browserState/keys.ts';
import { currentToken } from '../../browserState/session.ts';
import { $user } from '../../browserState/user.ts';
import type { Service } from '../../contract/common.ts';

/**
 * The user's picture or initials, with the menu of the account. It is in every page; the boot script and then this show
 * it instead of `Log in` while somebody is logged in. What it needs for them is loaded then. `children`: the links of the
 * menu.
 */
export function UserMenu({
  service,
  words,
  children,
}: {
  service: Service;
  words: { menu: string; logOut: string };
  children: ReactNode;
}) {
  const user = useStore($user, { ssr: 'initial' });
  useEffect(() => {
    const waiting = new AbortController();
    let end: (() => void) | undefined;
    const follow = async () => {
      if (waiting.signal.aborted) return;
      waiting.abort();
      end = (await import('../../stores/user.ts')).followUser(service);
    };
    const look = () => currentToken() && follow();
    const { signal } = waiting;
    addEventListener('storage', ({ key }) => key === USER_KEY && follow(), { signal });
    addEventListener('pageshow', look, { signal });
    document.addEventListener('prerenderingchange', look, { signal });
    look();
    // Until then, the boot script has marked the page.
    const stop = $user.listen((user) => document.documentElement.toggleAttribute('data-user', user !== null));
    return () => {
      stop();
      waiting.abort();
      end?.();
    };
  }, [service]);
  const leave = async () => (await import('../../stores/user.ts')).logOutUser(service);
  const known = user === 'unread' ? null : user;
  return (
    <details className="submenu user-menu" name="submenu">
      <summary>
        <span className="unseen">{known ? `${words.menu}: ${known.nickname}` : words.menu}</span>
        <span className="user-face" aria-hidden="true">
          {known?.avatar ? <img src={service.base + known.avatar} alt="" /> : known?.initials}
        </span>
        <span className="user-name" aria-hidden="true">
          {known?.nickname}
        </span>
      </summary>
      <ul>
        {children}
        <li>
          <button type="button" onClick={() => void leave()}>
            {words.logOut}
          </button>
        </li>
      </ul>
    </details>
  );
}

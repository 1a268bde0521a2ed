import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { $user, followUser, logOutUser, type UserService } from '../../stores/user.ts';
import { initialsOf } from './initials.ts';

/**
 * The user's picture or initials, with the menu of the account. It is in every page; the boot script and then this show
 * it instead of `Log in` while somebody is logged in. `children`: the links of the menu.
 */
export function UserMenu({
  service,
  words,
  children,
}: {
  service: UserService;
  words: { menu: string; logOut: string };
  children: ReactNode;
}) {
  const user = useStore($user, { ssr: 'initial' });
  useEffect(() => {
    const end = followUser(service);
    const show = () => document.documentElement.toggleAttribute('data-user', $user.get() !== null);
    show();
    const stop = $user.listen(show);
    return () => {
      stop();
      end();
    };
  }, [service]);
  const known = user === 'unread' ? null : user;
  return (
    <details className="submenu user-menu" name="submenu">
      <summary aria-label={known ? `${words.menu}: ${known.nickname}` : words.menu}>
        <span className="user-face" aria-hidden="true">
          {known?.avatar ? <img src={service.base + known.avatar} alt="" /> : initialsOf(known?.nickname ?? '')}
        </span>
        <span className="user-name" aria-hidden="true">
          {known?.nickname}
        </span>
      </summary>
      <ul>
        {children}
        <li>
          <button type="button" onClick={() => void logOutUser(service)}>
            {words.logOut}
          </button>
        </li>
      </ul>
    </details>
  );
}

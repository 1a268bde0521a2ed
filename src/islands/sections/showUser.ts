import { USER_KEY } from '../../browserState/keys.ts';
import { currentToken } from '../../browserState/session.ts';
import { $user } from '../../browserState/user.ts';
import type { Service } from '../../contract/common.ts';
import { showFace } from './face.ts';

/**
 * Shows the user's picture or initials and name in the menu of the account (components/sections/UserMenu.astro). The menu
 * is in every page; the boot script and then this show it instead of `Log in` while somebody is logged in. What it needs
 * for them is loaded then.
 */
export function showUser(service: Service): void {
  const menu = document.querySelector<HTMLElement>('.user-menu');
  const [label, face, name] = menu?.querySelectorAll('summary > span') ?? [];
  if (!menu || !label || !face || !name) return;
  const title = label.textContent;
  const load = () => import('../../stores/user.ts');

  const waiting = new AbortController();
  const follow = async () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    (await load()).followUser(service);
  };
  const look = () => currentToken() && follow();
  const { signal } = waiting;
  addEventListener('storage', ({ key }) => key === USER_KEY && follow(), { signal });
  addEventListener('pageshow', look, { signal });
  document.addEventListener('prerenderingchange', look, { signal });
  look();

  $user.listen((user) => {
    // Until then, the boot script has marked the page.
    document.documentElement.toggleAttribute('data-user', user !== null);
    const known = user === 'unread' ? null : user;
    label.textContent = known ? `${title}: ${known.nickname}` : title;
    name.textContent = known?.nickname ?? '';
    showFace(face, known, service.base);
  });
  menu.querySelector('button')?.addEventListener('click', async () => (await load()).logOutUser(service));
}

import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface NavigationItem {
  label: string;
  href: string;
  current: 'page' | 'true' | undefined;
  submenu?: { label: string; items: NavigationItem[] };
}

interface Props {
  items: NavigationItem[];
  /** None where no log-in is offered */
  login: NavigationItem | undefined;
  openAccount: NavigationItem;
  /** The menu of the account; none where users of our API do not log in */
  user?: ReactNode;
  words: { label: string; menu: string; closeMenu: string };
}

/**
 * The menu. It uses the browser's own disclosure elements, so it opens and closes before this script is loaded and
 * without scripts. The script adds: one open submenu at a time, Escape, and a click elsewhere.
 */
export default function Navigation({ items, login, openAccount, user, words }: Props) {
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const panel = menu.current;
    if (!panel) return;
    setOpen(panel.matches(':popover-open'));
    const close = () => {
      closeSubmenus(panel);
      if (panel.matches(':popover-open')) panel.hidePopover();
    };
    const onToggle = (event: Event) => {
      if (event.target === panel) setOpen((event as ToggleEvent).newState === 'open');
    };
    const onPress = ({ target }: Event) => {
      // In the panel of small screens, closing a submenu would move the pressed link away before the click.
      const within = panel.matches(':popover-open') ? '.menu' : '.submenu';
      if (!(target instanceof Element) || !target.closest(within)) closeSubmenus(panel);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const submenu = panel.querySelector<HTMLDetailsElement>('.submenu[open]');
      if (!submenu) return;
      event.preventDefault(); // The panel of small screens stays; only the submenu closes.
      submenu.open = false;
      submenu.querySelector('summary')?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    panel.addEventListener('toggle', onToggle, { signal });
    panel.addEventListener('click', (event) => (event.target as Element).closest('a') && close(), { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('focusin', onPress, { signal });
    document.addEventListener('keydown', onKey, { signal });
    addEventListener('pagehide', close, { signal }); // A page restored by 'back' shows no open menu.
    // When the screen becomes wide, the menu moves into the bar, where it cannot be a popover and nothing closes it.
    addEventListener('resize', () => panel.previousElementSibling?.checkVisibility() || close(), { signal });
    return () => listening.abort();
  }, []);

  return (
    <div className="navigation">
      <button
        type="button"
        className="hamburger"
        popoverTarget="site-menu"
        aria-controls="site-menu"
        aria-label={open ? words.closeMenu : words.menu}
      >
        <span aria-hidden="true" />
      </button>
      <nav id="site-menu" className="menu" popover="auto" aria-label={words.label} ref={menu}>
        <ul>
          {items.map((item) => (
            <li key={item.href}>
              <Link item={item} />
              {item.submenu && (
                <details className="submenu" name="submenu">
                  <summary aria-label={item.submenu.label} />
                  <ul>
                    {item.submenu.items.map((child) => (
                      <li key={child.href}>
                        <Link item={child} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
        </ul>
        <div className="account-links">
          {login && <Link item={login} />}
          <Link item={openAccount} className="button" />
        </div>
        {user}
      </nav>
    </div>
  );
}

function closeSubmenus(panel: HTMLElement): void {
  for (const submenu of panel.querySelectorAll<HTMLDetailsElement>('.submenu[open]')) submenu.open = false;
}

function Link({ item, className }: { item: NavigationItem; className?: string }) {
  return (
    <a href={item.href} className={className} aria-current={item.current}>
      {item.label}
    </a>
  );
}

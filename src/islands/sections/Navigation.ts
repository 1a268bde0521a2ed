/**
 * What the menu does beyond the browser's own disclosure elements: one open panel at a time, Escape, a press elsewhere.
 * A mouse that rests on an entry of the bar opens its panel, and the first tap on the word does. A plain island
 * (components/plain).
 */
interface Props {
  /** The name of the button while the menu is open */
  closeMenu: string;
}

/** A mouse that crosses the bar opens nothing, and one that leaves a panel for a moment closes nothing. */
const RESTS_MS = 200;

export default function Navigation({ closeMenu }: Props): void {
  const menu = document.querySelector<HTMLElement>('.menu');
  const button = menu?.previousElementSibling;
  if (!menu || !button) return;
  const openMenu = button.ariaLabel;
  const isPopover = () => menu.matches(':popover-open');
  const openSubmenus = () => menu.querySelectorAll<HTMLDetailsElement>('.submenu[open]');

  const closeSubmenus = (isLeft = (_: Element) => true) => {
    for (const submenu of openSubmenus()) if (isLeft(submenu.closest('li') ?? submenu)) submenu.open = false;
  };
  const close = () => {
    closeSubmenus();
    if (isPopover()) menu.hidePopover();
  };

  const nameButton = () => {
    button.ariaLabel = isPopover() ? closeMenu : openMenu;
  };
  nameButton();
  menu.addEventListener('toggle', nameButton);

  let pressedWith = '';
  const onPress = (event: Event) => {
    if (event instanceof PointerEvent) pressedWith = event.pointerType;
    const within = event.target as Node;
    // In the panel of small screens, closing a submenu would move the pressed link away before the click.
    if (!isPopover() || !menu.contains(within)) closeSubmenus((area) => !area.contains(within));
  };
  document.addEventListener('pointerdown', onPress);
  document.addEventListener('focusin', onPress);
  document.addEventListener('keydown', (event) => {
    const [submenu] = openSubmenus();
    if (event.key !== 'Escape' || !submenu) return;
    event.preventDefault(); // The panel of small screens stays; only the submenu closes.
    if (submenu.contains(document.activeElement)) submenu.querySelector('summary')?.focus();
    submenu.open = false;
  });
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    const submenu = link.nextElementSibling;
    // A click by a key has no detail.
    if (submenu instanceof HTMLDetailsElement && !submenu.open && event.detail > 0 && pressedWith === 'touch') {
      event.preventDefault();
      submenu.open = true;
    } else close();
  });
  addEventListener('pagehide', close); // A page restored by 'back' shows no open menu.
  // When the screen becomes wide, the menu moves into the bar, where it cannot be a popover and nothing closes it.
  addEventListener('resize', () => button.checkVisibility() || close());

  for (const submenu of menu.querySelectorAll<HTMLDetailsElement>('li > .submenu')) openUnderMouse(submenu);
}
Navigation.plain = true;

/** Opens a panel of the bar while a mouse rests on its entry. A click on its button keeps it open. */
function openUnderMouse(submenu: HTMLDetailsElement): void {
  const entry = submenu.parentElement;
  let isHeldOpen = false;
  let timer: ReturnType<typeof setTimeout>;
  const hold = (isOver: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isOver ? submenu.open || submenu.closest(':popover-open') : !isHeldOpen || submenu.matches(':focus-within'))
        return;
      submenu.open = isOver;
      isHeldOpen = isOver;
    }, RESTS_MS);
  };
  const onMouse = ({ type, pointerType }: PointerEvent) => pointerType === 'mouse' && hold(type === 'pointerenter');
  entry?.addEventListener('pointerenter', onMouse);
  entry?.addEventListener('pointerleave', onMouse);
  // A panel that a click or a key has opened or closed meanwhile stays so.
  submenu.addEventListener('toggle', () => clearTimeout(timer));
  submenu.querySelector('summary')?.addEventListener('click', (event) => {
    if (isHeldOpen && submenu.open) event.preventDefault();
    isHeldOpen = false;
  });
  if (entry?.matches(':hover')) hold(true); // The mouse was there before the script.
}

/** Makes the dots of the map answer: a popover with the rows of the table for the exchanges of a city. */

/**
 * Dots are links to their rows, and stay links where popovers are unknown. Tab reaches one dot of a map, the arrow keys
 * the others.
 */
export function answerDots(maps: Element): void {
  const card = maps.querySelector<HTMLElement>('[popover]');
  if (!card?.togglePopover) return;

  const dotOf = ({ target }: Event) => (target as Element).closest<SVGAElement>('[data-mics]');
  const show = (event: Event) => {
    const dot = dotOf(event);
    if (!dot) return;
    // A touch outside the open popover has just closed it, and the link shall not lead away.
    if (event.type === 'click') event.preventDefault();
    const rows = (dot.dataset.mics ?? '').split(' ').flatMap((mic) => document.getElementById(mic) ?? []);
    card.role = 'table';
    card.replaceChildren(...rows.map((row) => row.cloneNode(true)));
    for (const row of card.children) row.removeAttribute('id');
    const { left, width, bottom } = dot.getBoundingClientRect();
    card.style.setProperty('--x', `${left + width / 2}px`);
    card.style.setProperty('--y', `${bottom + scrollY}px`);
    card.togglePopover(true);
  };
  for (const type of ['pointerover', 'focusin', 'click']) maps.addEventListener(type, show);
  for (const type of ['pointerleave', 'focusout']) maps.addEventListener(type, () => card.togglePopover(false));
  maps.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    const dot = dotOf(event);
    const next = /Right|Down/.test(key) ? dot?.nextElementSibling : /Left|Up/.test(key) && dot?.previousElementSibling;
    if (!dot || !next) return;
    event.preventDefault();
    dot.tabIndex = -1;
    (next as SVGAElement).tabIndex = 0;
    (next as SVGAElement).focus();
  });
}

/**
 * Shows the definition of a term beside the word, in a popover. A plain island (components/plain) without React. Where
 * popovers or anchor positioning are unknown, the link leads to the list of definitions, as it does without script.
 */
interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
}

export default function TermCard({ element }: Props): void {
  const card = element?.parentElement?.querySelector<HTMLElement>('.term-card');
  const [shown, onward] = card?.children ?? [];
  if (!card?.showPopover || !CSS.supports('position-area: top')) return;
  addEventListener('click', (event) => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element && target.closest('a');
    if (!link) return;
    if (link === onward) card.hidePopover();
    const entry = link.matches('.term') && document.getElementById(link.hash.slice(1));
    if (!entry || button || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    shown?.replaceChildren(...[...entry.children].map((part) => part.cloneNode(true)));
    (onward as HTMLAnchorElement).hash = link.hash;
    card.showPopover({ source: link });
  });
}
TermCard.plain = true;

import { readSitePage } from '../../api/siteFile.ts';

/**
 * Shows the definition of a term beside the word, in a popover. A plain island (components/plain) without React. Where
 * popovers or anchor positioning are unknown, the link leads to the definition, as it does without script: on the page, or
 * in the glossary.
 */
interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
}

export default function TermCard({ element }: Props): void {
  const card = element?.parentElement?.querySelector<HTMLElement>('.term-card');
  const [shown, onward] = card?.children ?? [];
  if (!card?.showPopover || !CSS.supports('position-area: top')) return;
  let glossary: Promise<Document> | undefined;
  const show = (link: HTMLAnchorElement, entry: Element) => {
    const [name, definition] = entry.querySelectorAll('dt, dd');
    shown?.replaceChildren(...[name, definition].flatMap((part) => (part ? [part.cloneNode(true)] : [])));
    (onward as HTMLAnchorElement).hash = link.hash;
    card.showPopover({ source: link });
  };
  addEventListener('click', (event) => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element && target.closest('a');
    if (!link) return;
    if (link === onward) card.hidePopover();
    if (!link.matches('.term') || button || altKey || ctrlKey || metaKey || shiftKey) return;
    const id = link.hash.slice(1);
    const entry = document.getElementById(id);
    if (!entry && link.pathname === location.pathname) return;
    event.preventDefault();
    if (entry) return show(link, entry);
    const follow = () => location.assign(link.href);
    glossary ??= readSitePage(link.pathname);
    void glossary.then((page) => {
      const found = page.getElementById(id);
      if (found) show(link, found);
      else follow();
    }, follow);
  });
}
TermCard.plain = true;

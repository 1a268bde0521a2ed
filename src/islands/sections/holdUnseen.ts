import { isUnseen } from '../../browserState/page.ts';

/**
 * Lays out a page that the browser prepares unseen, once it is loaded, and holds what is below the window until the page
 * is painted. Browsers leave all of that until such a page is shown, and on a phone it takes longer than all else that is
 * then left to do.
 */
export async function holdUnseen(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  // An address with a hash is shown from a place of which nothing is known yet.
  if (!isUnseen() || location.hash) return;
  const held = belowWindow(document.body);
  const boxes = held.map((element) => element.getBoundingClientRect());
  // With the size that they have, nothing else moves.
  for (const [index, { width, height }] of boxes.entries()) {
    (held[index] as HTMLElement).style = `width:${width}px;height:${height}px;content-visibility:hidden`;
  }
  void document.body.offsetHeight;
  // The frames of a page begin when it is shown.
  requestAnimationFrame(() =>
    setTimeout(() => {
      // No other style is lost: the content security policy allows no style attributes, and no script of ours sets one here.
      for (const element of held) element.style = '';
    }),
  );
}

/** The elements that begin below the window, without those within them. */
function belowWindow(parent: Element): HTMLElement[] {
  return [...parent.children].flatMap((child) => {
    if (!(child instanceof HTMLElement)) return [];
    return child.getBoundingClientRect().top < innerHeight ? belowWindow(child) : [child];
  });
}

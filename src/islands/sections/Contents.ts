/**
 * Marks the section being read in the contents of a page. A plain island (components/plain) without React, for browsers
 * that do not do so by themselves (`:target-current`).
 */
interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
}

export default function Contents({ element }: Props): void {
  if (CSS.supports('selector(:target-current)')) return;
  const links = [...(element?.parentElement?.querySelectorAll('a') ?? [])];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  const begun = new Set<Element | null>();
  // A heading is within these margins once the reader has scrolled it into the upper quarter of the window, or further.
  const rootMargin = '999999px 0px -75%';
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) begun[isIntersecting ? 'add' : 'delete'](target);
      const read = links.findLast((_, index) => begun.has(headings[index] ?? null)) ?? links[0];
      for (const link of links) link.ariaCurrent = link === read ? 'true' : null;
    },
    { rootMargin },
  );
  for (const heading of headings) if (heading) observer.observe(heading);
}
Contents.plain = true;

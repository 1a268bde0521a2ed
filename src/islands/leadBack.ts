/** Lets a link to the log-in of the site lead back to this place. */
export function leadBack(link: HTMLAnchorElement): void {
  const to = location.pathname + location.search + location.hash;
  if (link.origin === location.origin) link.search = `?to=${encodeURIComponent(to)}`;
}

/** Fills in the visitor's day and time zone in the masthead. A plain island without React. */

import { localZone } from '../../../browserState/zone.ts';
import { zoneName } from '../../../markets/zone.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  lang: string;
}

export default function Today({ element, lang }: Props): void {
  const [day, zone] = element?.closest('.masthead')?.querySelectorAll<HTMLElement>('[data-day], [data-zone]') ?? [];
  // On a phone the tabs are on the same line.
  const isNarrow = innerWidth < 480;
  const fill = () => {
    const now = Date.now();
    const timeZone = localZone();
    const date = { month: 'short', day: 'numeric', timeZone } as const;
    const format = new Intl.DateTimeFormat(lang, isNarrow ? date : { weekday: 'short', ...date });
    if (day) day.textContent = format.format(now);
    if (zone) zone.textContent = ` ${zoneName(timeZone, now)}`;
  };
  fill();
  // A page that was left open may be seen again on another day.
  document.addEventListener('visibilitychange', fill);
}
Today.plain = true;

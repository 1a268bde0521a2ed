/** Writes the status pages with all that they need into a folder, which a proxy or another host serves. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { COMPANY } from '../../site.ts';
import { serverMessage } from '../messages.ts';
import { type Feed, rss } from '../news/feedsOut.ts';
import { writeWhole } from './history.ts';
import {
  incidentText,
  partNames,
  STATUS_PATH,
  type Status,
  shownIncidents,
  statusAddress,
  statusData,
  statusHtml,
} from './statusPage.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The files that no look changes: style, font and mark. */
export async function writeStyle(dir: string): Promise<void> {
  const read = (path: string) => readFile(new URL(path, ROOT));
  const [tokens, style, font, mark] = await Promise.all([
    read('src/styles/tokens.css'),
    read('src/server/status/status.css'),
    read('src/styles/fonts/newsreader.woff2'),
    read('public/favicon.svg'),
  ]);
  const at = (ending: string) => join(dir, `${STATUS_PATH}${ending}`);
  await writeWhole(at('.css'), styleOf(tokens.toString(), style.toString()));
  await writeWhole(at('.woff2'), font);
  await writeWhole(at('.svg'), mark);
}

/** Without script nobody chooses a theme: the colors of the dark one follow the system. */
export function styleOf(tokens: string, style: string): string {
  const [, dark] = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(tokens) ?? [];
  if (dark === undefined) throw new Error('src/styles/tokens.css has no dark theme');
  const followed = `@media screen and (prefers-color-scheme: dark) {\n:root {${dark}}\n}\n`;
  return `${tokens}${followed}${style}`.replace(/\/\*.*?\*\//gs, '').replace(/\n\s*/g, '\n');
}

/** The pages of every language, as HTML and JSON, and their feeds. */
export async function writePages(dir: string, status: Status): Promise<void> {
  for (const locale of status.locales) {
    const path = join(dir, localize(STATUS_PATH, locale));
    await writeWhole(`${path}.html`, statusHtml(status, locale));
    await writeWhole(`${path}.json`, `${JSON.stringify(statusData(status, locale))}\n`);
    await writeWhole(`${path}.xml`, rss(feedOf(status, locale)));
  }
}

/** The incidents as a feed. One that ends is the same item, with another title. */
function feedOf(status: Status, locale: Locale): Feed {
  const page = statusAddress(status, locale);
  return {
    title: `${COMPANY}: ${serverMessage('server.status.title', locale)}`,
    page,
    self: statusAddress(status, locale, '.xml'),
    locale,
    items: shownIncidents(status).map((incident) => {
      const { begin, end, parts } = incident;
      const state = end === undefined ? 'server.status.incident.open' : 'server.status.incident.over';
      return {
        guid: `${page}#${begin}`,
        link: page,
        title: serverMessage(state, locale, { parts: partNames(parts, locale) }),
        summary: incidentText(incident, locale),
        author: COMPANY,
        tags: parts,
        language: locale,
        publishedAt: new Date(begin).toISOString(),
        changedAt: end === undefined ? null : new Date(end).toISOString(),
      };
    }),
  };
}

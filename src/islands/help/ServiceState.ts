/**
 * Says in words how the API and the news feeds are, as far as they say so, and asks again while the API is not ready. A
 * plain island without React.
 */

import { readServiceState } from '../../api/serviceState.ts';
import { localZone } from '../../browserState/zone.ts';
import { speaker } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import type { Freshness } from '../../markets/freshness.ts';
import { dayAndTime } from '../../markets/times.ts';

const AGAIN_MS = 5_000;

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  base: string;
  words: Words<'help.state.*'>;
}

export default async function ServiceState(props: Props): Promise<void> {
  const { element, locale, base, words } = props;
  const section = element?.closest<HTMLElement>('.help-state');
  const { lang } = LOCALES[locale];
  const { ready, feeds } = await readServiceState({ base, lang });
  const say = speaker(words, locale);
  const time = feeds?.latest ? dayAndTime(feeds.latest, lang, localZone()) : '';
  const line = (freshness: Freshness, textContent: string) => {
    const item = Object.assign(document.createElement('li'), { textContent });
    item.dataset.freshness = freshness;
    return item;
  };
  const lines = [
    ...(ready === null ? [] : [line(ready ? 'live' : 'none', say(ready ? 'help.state.api' : 'help.state.api.down'))]),
    ...(feeds
      ? [line(feeds.freshness, say(`help.state.feeds.${feeds.freshness}`, { fine: feeds.fine, all: feeds.all, time }))]
      : []),
  ];
  const list = section?.querySelector('ul');
  if (!section || !list || lines.length === 0) return;
  list.replaceChildren(...lines);
  section.dataset.known = '';
  if (ready === false) setTimeout(() => void ServiceState(props), AGAIN_MS);
}
ServiceState.plain = true;

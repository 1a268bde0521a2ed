/**
 * Says in words how the API and the news feeds are, as far as they say so, and asks again while the API is not ready. A
 * plain island without React.
 */

import { readServiceState } from '../../api/serviceState.ts';
import { localZone } from '../../browserState/zone.ts';
import { speaker } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { zoneName } from '../../markets/zone.ts';

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
  const time = (iso: string) => {
    const timeZone = localZone();
    const at = Date.parse(iso);
    return `${new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)} ${zoneName(timeZone, at)}`;
  };
  const lines = [
    ...(ready === null ? [] : [say(ready ? 'help.state.api' : 'help.state.api.down')]),
    ...(feeds ? [say('help.state.feeds', { fine: feeds.fine, all: feeds.all })] : []),
    ...(feeds?.failing.since
      ? [say('help.state.failing', { count: feeds.failing.count, time: time(feeds.failing.since) })]
      : []),
    ...(feeds && feeds.never > 0 ? [say('help.state.never', { count: feeds.never })] : []),
    ...(feeds?.latest ? [say('help.state.latest', { time: time(feeds.latest) })] : []),
  ];
  const list = section?.querySelector('ul');
  if (!section || !list || lines.length === 0) return;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
  section.dataset.known = '';
  if (ready === false) setTimeout(() => void ServiceState(props), AGAIN_MS);
}
ServiceState.plain = true;

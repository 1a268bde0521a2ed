/** Shared by the list of flashes and the rail beside the news: following the flashes, and how fresh they are. */
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { timeOfDay } from '../../markets/times.ts';
import { $flashes, $freshness, connectFlashes, followFlashes, hideFlashes, leaveFlashes } from '../../stores/flash.ts';
import type { FlashService } from '../../stores/news.ts';
import { useFollowed } from '../useFollowed.ts';

/** Follows the flashes while the page is open. `service`: null until they are wanted. */
export function useFlashes(service: FlashService | null): void {
  useFollowed(
    useMemo(
      () =>
        service && {
          follow: () => followFlashes(service),
          leave: leaveFlashes,
          hide: hideFlashes,
          connect: connectFlashes,
          hasFailed: () => $flashes.get().status === 'failed',
        },
      [service],
    ),
  );
}

interface Props {
  locale: Locale;
  lang: string;
  zone: string;
  words: Words<'flash.fresh.*'>;
}

/** 'Live', 'Delayed 40 s', 'Offline: as of 14:02'. Not announced: it changes by the second. */
export function Freshness({ locale, lang, zone, words }: Props) {
  const say = speaker(words, locale);
  const freshness = useStore($freshness, { ssr: 'initial' });
  return (
    <p className="freshness" data-freshness={freshness.kind}>
      {freshness.kind === 'none' && say(freshness.hasFailed ? 'flash.fresh.offline' : 'flash.fresh.connecting')}
      {freshness.kind === 'live' && say('flash.fresh.live')}
      {freshness.kind === 'delayed' && say('flash.fresh.delayed', { seconds: freshness.seconds })}
      {freshness.kind === 'last' && say('flash.fresh.offlineAsOf', { time: timeOfDay(freshness.asOf, lang, zone) })}
    </p>
  );
}

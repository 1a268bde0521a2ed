/** Shared by the list of flashes and the rail beside the news: following the flashes, and how fresh they are. */
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { $flashes, $freshness, connectFlashes, followFlashes, hideFlashes, leaveFlashes } from '../../stores/flash.ts';
import type { FeedService } from '../../stores/news.ts';
import { speaker, timeOfDay, type Words } from '../feeds.tsx';
import { useFollowed } from '../useFollowed.ts';

export const FRESHNESS_WORDS = [
  'flash.connecting',
  'flash.live',
  'flash.delayed',
  'flash.offline',
  'flash.offlineAsOf',
] as const satisfies readonly MessageKey[];

/** Follows the flashes while the page is open. `service`: null until they are wanted. */
export function useFlashes(service: FeedService | null): void {
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
  words: Words<(typeof FRESHNESS_WORDS)[number]>;
}

/** 'Live', 'Delayed 40 s', 'Offline: as of 14:02'. Not announced: it changes by the second. */
export function Freshness({ locale, lang, zone, words }: Props) {
  const say = speaker(words, locale);
  const freshness = useStore($freshness, { ssr: 'initial' });
  return (
    <p className="freshness" data-freshness={freshness.kind}>
      {freshness.kind === 'connecting' && say('flash.connecting')}
      {freshness.kind === 'live' && say('flash.live')}
      {freshness.kind === 'delayed' && say('flash.delayed', { seconds: freshness.seconds })}
      {freshness.kind === 'offline' &&
        (freshness.asOf === null
          ? say('flash.offline')
          : say('flash.offlineAsOf', { time: timeOfDay(freshness.asOf, lang, zone) }))}
    </p>
  );
}

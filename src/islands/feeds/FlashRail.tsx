import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { localZone } from '../../browserState/zone.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $flashes, $newFlashes, showNewFlashes } from '../../stores/flash.ts';
import { $flashChoice, EVERYTHING, isWanted } from '../../stores/flashFilter.ts';
import type { FeedService } from '../../stores/news.ts';
import { longDay, timeOfDay } from '../times.ts';
import { itemHref } from './feeds.tsx';
import { Freshness, useFlashes } from './liveFlashes.tsx';

export const RAIL_WORDS = ['flash.empty', 'flash.failed', 'flash.fresh.*', 'news.item.important'] as const;

/** As many as fit beside the headlines. */
const SHOWN = 10;

interface Props {
  locale: Locale;
  lang: string;
  service: FeedService;
  words: Words<(typeof RAIL_WORDS)[number]>;
}

/** The newest flashes beside the news, live once the rail is near. It stays as it is while it is pointed at or used. */
export default function FlashRail({ locale, lang, service, words }: Props) {
  const say = speaker(words, locale);
  const list = useStore($flashes, { ssr: 'initial' });
  const waiting = useStore($newFlashes, { ssr: 'initial' });
  const choice = useStore($flashChoice, { ssr: () => EVERYTHING });
  const [seen, setSeen] = useState(false);
  const [held, setHeld] = useState(false);
  const rail = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!rail.current) return;
    // It is filled before it is seen, because what is below it moves.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '100%',
    });
    observer.observe(rail.current);
    return () => observer.disconnect();
  }, []);
  useFlashes(seen ? service : null);
  useEffect(() => {
    if (!held && waiting.length > 0) showNewFlashes();
  }, [held, waiting]);

  const zone = localZone();
  const day = (at: string) => longDay(Date.parse(at), lang, zone);
  const shown = list.items.filter((item) => !item.withdrawn && isWanted(item, choice)).slice(0, SHOWN);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it holds still, and does nothing else
    <div
      ref={rail}
      className="rail-live"
      aria-busy={list.status === 'loading'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Freshness {...{ locale, lang, zone, words }} />
      {shown.length === 0 && (
        <p className="hint">
          {list.status !== 'loading' && say(list.status === 'failed' ? 'flash.failed' : 'flash.empty')}
        </p>
      )}
      {/* Each list is drawn anew, so that nothing on it moves. */}
      <ol key={shown[0]?.id}>
        {shown.map((item, index) => {
          const above = shown[index - 1];
          const isNewDay = above !== undefined && day(above.publishedAt) !== day(item.publishedAt);
          return (
            <li key={item.id} data-important={item.important || undefined}>
              {isNewDay && <p className="rail-day">{day(item.publishedAt)}</p>}
              <time dateTime={item.publishedAt}>{timeOfDay(Date.parse(item.publishedAt), lang, zone)}</time>
              <p className="flash-title">
                {item.important && <b className="important">{say('news.item.important')}</b>}
                <a href={itemHref(item, locale)}>{item.title}</a>
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

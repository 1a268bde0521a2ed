import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { localZone } from '../../browserState/zone.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { IN_RAIL, railRows } from '../../shells/rail.ts';
import { $flashes, $newFlashes, showNewFlashes } from '../../stores/flash.ts';
import { $flashChoice, EVERYTHING, isWanted } from '../../stores/flashFilter.ts';
import type { FeedService } from '../../stores/news.ts';
import { draw, Place, pageOf } from './drawing.tsx';
import type { RAIL_WORDS } from './feedWords.ts';
import { Freshness, useFlashes } from './liveFlashes.tsx';

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
  const page = pageOf({ locale, lang, words }, service, zone);
  const shown = list.items.filter((item) => !item.withdrawn && isWanted(item, choice)).slice(0, IN_RAIL);

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
      <Freshness locale={locale} lang={lang} zone={zone} words={words} />
      {list.status === 'loading' ? (
        <Place name="rail" html='<p class="hint"></p>' />
      ) : (
        shown.length === 0 && <p className="hint">{say(list.status === 'failed' ? 'flash.failed' : 'flash.empty')}</p>
      )}
      {/* Each list is drawn anew, so that nothing on it moves. */}
      <ol key={shown[0]?.id}>{railRows(shown, page).map(({ item, row }) => draw(row, item.id))}</ol>
    </div>
  );
}

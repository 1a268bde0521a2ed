/** The true page of the development server. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { DRAFT_QUERY } from '../server/addresses.ts';
import { $cursor, partAt } from './cursor.ts';
import type { PanelProps } from './panel.ts';

const WIDTHS = { phone: 390, desktop: 1280 } as const;

/** Scrolls a page to where one writes, unless that is in view. */
function follow(shown: Window): void {
  const cursor = $cursor.get();
  const part = cursor && partAt(shown.document, cursor);
  if (!part) return;
  const closed = part.closest<HTMLDetailsElement>('details:not([open])');
  if (closed) closed.open = true;
  const { top, bottom } = part.getBoundingClientRect();
  // Below the bar of the site, which stays.
  const isInView = top >= shown.innerHeight * 0.15 && bottom <= shown.innerHeight * 0.9;
  if (!isInView) shown.scrollTo({ top: top + shown.scrollY - shown.innerHeight * 0.3, behavior: 'instant' });
}

export function Preview({ address }: Pick<PanelProps, 'address'>) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const around = frame.current;
    if (!around) return;
    // The page has the width of the device, and is made smaller where that is more than there is.
    const resize = () => {
      const scale = Math.min(1, around.clientWidth / WIDTHS[device]);
      around.style.setProperty('--width', `${WIDTHS[device]}px`);
      around.style.setProperty('--scale', String(scale));
    };
    resize();
    const watch = new ResizeObserver(resize);
    watch.observe(around);
    return () => watch.disconnect();
  }, [device]);
  /** Null while it loads; else if a page is there */
  const [isThere, setThere] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef({ isLoading: true, again: false });
  const reload = useCallback(() => {
    // While the page loads, the browser takes no such call, or what is loading may be of before the change.
    if (asked.current.isLoading) asked.current.again = true;
    else {
      asked.current = { isLoading: true, again: false };
      setThere(null);
      frame.current?.querySelector('iframe')?.contentWindow?.location.reload();
    }
  }, []);
  const scrolled = useRef(0);
  const onLoad = () => {
    const { again } = asked.current;
    asked.current = { isLoading: false, again: false };
    const made = frame.current?.querySelector('iframe');
    // The browser's own page about a server that does not answer cannot be read.
    const isPage = made?.contentDocument?.querySelector('main') != null;
    setThere(isPage);
    const shown = isPage ? made?.contentWindow : null;
    if (shown) {
      if (scrolled.current > 0) shown.scrollTo({ top: scrolled.current, behavior: 'instant' });
      shown.addEventListener('scroll', () => {
        scrolled.current = shown.scrollY;
      });
      follow(shown);
    }
    if (again) reload();
  };
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = $cursor.listen(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        const shown = frame.current?.querySelector('iframe')?.contentWindow;
        if (shown && !asked.current.isLoading) follow(shown);
      }, 150);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, []);
  useEffect(() => {
    // The page would reload itself, but it does not hear of a change while it loads.
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(waiting);
      waiting = setTimeout(reload, 100);
    };
    import.meta.hot?.on('vite:beforeFullReload', onChange);
    return () => {
      clearTimeout(waiting);
      import.meta.hot?.off('vite:beforeFullReload', onChange);
    };
  }, [reload]);
  if (address === null) return <p>{EDIT_WORDS.noPreview}</p>;
  const [path = '', part] = address.split('#');
  return (
    <div className="desk-preview" data-device={device}>
      <fieldset>
        <legend className="unseen">{EDIT_WORDS.previewOf}</legend>
        {(['phone', 'desktop'] as const).map((width) => (
          <label key={width}>
            <input type="radio" name="device" checked={device === width} onChange={() => setDevice(width)} />
            {EDIT_WORDS[width]}
          </label>
        ))}
        <small>{EDIT_WORDS.followsSaves}</small>
      </fieldset>
      {!isThere && (
        <Waiting
          what={EDIT_WORDS.openingPreview}
          fault={isThere === false ? EDIT_WORDS.previewFault : ''}
          again={() => {
            asked.current = { isLoading: true, again: false };
            setThere(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      <div className="desk-frame" ref={frame}>
        <iframe
          key={attempt}
          title={EDIT_WORDS.previewOf}
          src={`${path}?${DRAFT_QUERY}${part ? `#${part}` : ''}`}
          onLoad={onLoad}
        />
      </div>
    </div>
  );
}

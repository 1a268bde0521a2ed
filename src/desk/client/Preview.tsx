/** The true page of the development server. */

import { useEffect, useRef, useState } from 'react';
import { DRAFT_QUERY } from '../addresses.ts';
import type { PanelProps } from './panel.ts';
import { EDIT_WORDS } from './words.ts';

const WIDTHS = { phone: 390, desktop: 1280 } as const;

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
  useEffect(() => {
    // It would reload itself, but it does not hear of a change while it loads.
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => frame.current?.querySelector('iframe')?.contentWindow?.location.reload(), 100);
    };
    import.meta.hot?.on('vite:beforeFullReload', reload);
    return () => {
      clearTimeout(waiting);
      import.meta.hot?.off('vite:beforeFullReload', reload);
    };
  }, []);
  if (address === null) return <p>{EDIT_WORDS.noPreview}</p>;
  return (
    <div className="desk-preview" data-device={device}>
      <fieldset>
        <legend className="unseen">{EDIT_WORDS.previewOf}</legend>
        {(['phone', 'desktop'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="device" checked={device === one} onChange={() => setDevice(one)} />
            {EDIT_WORDS[one]}
          </label>
        ))}
        <small>{EDIT_WORDS.followsSaves}</small>
      </fieldset>
      <div className="desk-frame" ref={frame}>
        <iframe title={EDIT_WORDS.previewOf} src={`${address}?${DRAFT_QUERY}`} />
      </div>
    </div>
  );
}

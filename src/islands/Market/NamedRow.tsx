import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { $namedSeries, $shownSeries, isReached } from '../../stores/marketView.ts';
import Part from './Part.tsx';

/** A row with the id of its series. If the address names it, it comes into view, and the history is its own. */
export default function NamedRow({
  id,
  isFolded = false,
  children,
}: {
  id: string;
  isFolded?: boolean;
  children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const isNamed = useStore($namedSeries, { ssr: 'initial' }) === id;
  useEffect(() => {
    // The browser looked for the row before it was there.
    if (!isNamed || isFolded || isReached(id)) return;
    $shownSeries.set(id);
    // At once: a smooth scroll would end where the row was before values came above it.
    row.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isNamed, isFolded, id]);
  return (
    <Part role="row" id={id} ref={row} data-named={isNamed || undefined}>
      {children}
    </Part>
  );
}

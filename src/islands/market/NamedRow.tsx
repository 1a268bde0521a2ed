import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { $namedSeries, $shownSeries, isReached } from '../../stores/marketView.ts';
import TablePart from './TablePart.tsx';

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

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
    // At once, and again when values come above it, until somebody moves the page.
    const watch = new ResizeObserver(() => row.current?.scrollIntoView({ block: 'center', behavior: 'instant' }));
    watch.observe(document.body);
    const stop = () => watch.disconnect();
    for (const name of MOVES) addEventListener(name, stop, { once: true, passive: true });
    return stop;
  }, [isNamed, isFolded, id]);
  return (
    <TablePart role="row" id={id} ref={row} data-named={isNamed || undefined}>
      {children}
    </TablePart>
  );
}

import type { ReactNode } from 'react';

/** Drawings of straight lines on 48 × 40: what would be in the list. */
const DRAWINGS = {
  application: 'M12 4h18l6 6v26H12zM30 4v6h6M17 16h14M17 22h14M17 28h8',
  company: 'M8 36V12h18v24M26 20h14v16M4 36h40M14 18h6M14 24h6M14 30h6M32 26h3M32 31h3',
  departments: 'M18 4h12v8H18zM4 28h12v8H4zM32 28h12v8H32zM24 12v8M10 28v-8h28v8',
  entries: 'M8 6h32v28H8zM8 14h32M8 21h32M8 28h32M16 6v28',
  key: 'M4 13h14v14H4zM18 20h26M36 20v7M42 20v5M9 18h4v4H9z',
  news: 'M6 6h28v30H6zM34 14h8v22h-8M11 12h18v8H11zM11 26h18M11 31h12',
  question: 'M6 6h36v22H24l-8 8v-8H6zM13 14h22M13 20h14',
  webhook: 'M4 12h14v16H4zM30 4h14v12H30zM30 24h14v12H30zM18 18h6v-8h6M24 18v12h6',
} as const;

/** A list with nothing in it: a drawing, one sentence, and the button if there is something to do. */
export function Empty({
  drawing,
  text,
  children,
}: {
  drawing: keyof typeof DRAWINGS;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <svg viewBox="0 0 48 40" aria-hidden="true">
        <path d={DRAWINGS[drawing]} />
      </svg>
      <p>{text}</p>
      {children && <p className="actions">{children}</p>}
    </div>
  );
}

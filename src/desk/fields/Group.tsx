import { type ReactNode, useState } from 'react';

interface Props {
  label: string;
  /** False: it is closed, because there is nothing in it */
  hasWords: boolean;
  children: ReactNode;
}

/** Fields under a heading, which are shown and hidden by it. */
export function Group({ label, hasWords, children }: Props) {
  const [isOpen] = useState(hasWords);
  return (
    <details className="desk-group" open={isOpen || undefined}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

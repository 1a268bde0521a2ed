import type { ComponentProps } from 'react';

type Role = 'table' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'cell';

/** A part of a table that phones show as a grid: elements of a table would lose their roles then (styles/tables.css). */
export default function TablePart(props: ComponentProps<'div'> & { role: Role; 'data-align'?: 'right' }) {
  return <div {...props} />;
}

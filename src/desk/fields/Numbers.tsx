import { useEffect, useState } from 'react';
import type { Shape } from './shape.ts';
import { isSame } from './value.ts';

interface Props {
  id: string;
  shape: Extract<Shape, { kind: 'number' | 'numbers' }>;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One number, a range or a pair. What is typed stays as it is while it says the same. */
export function Numbers({ shape, value, onChange, ...field }: Props) {
  const [text, setText] = useState(() => shown(value, shape));
  useEffect(
    () => setText((typed) => (isSame(numbersOf(typed, shape), value ?? null) ? typed : shown(value, shape))),
    [value, shape],
  );
  return (
    <input
      type="text"
      inputMode="decimal"
      {...field}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(numbersOf(target.value, shape));
      }}
    />
  );
}

function shown(value: unknown, shape: Props['shape']): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return value.join(shape.kind === 'numbers' && shape.count ? ', ' : ' to ');
}

/** Groups of three digits: 120,000 */
const GROUPED = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

/** Keeps input that is not a number as text: the rules then say what is wrong with it. In a pair, a comma separates. */
export function numbersOf(text: string, shape: Props['shape']): unknown {
  const isPair = shape.kind === 'numbers' && shape.count !== undefined;
  const parts = (isPair ? text : text.replace(GROUPED, (number) => number.replaceAll(',', '')))
    .trim()
    .replace(/^\[\s*(.*?)\s*\]$/, '$1')
    .split(/\s*,\s*|\s+to\s+/);
  const numbers = parts.map((part) => (/^[+-]?\d+(?:\.\d+)?$/.test(part) ? Number(part) : part));
  if (text.trim() === '') return null;
  return numbers.length > 1 && shape.kind === 'numbers' ? numbers : numbers.length === 1 ? numbers[0] : text.trim();
}

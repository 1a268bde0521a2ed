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
    () => setText((typed) => (isSame(read(typed, shape), value ?? null) ? typed : shown(value, shape))),
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
        onChange(read(target.value, shape));
      }}
    />
  );
}

function shown(value: unknown, shape: Props['shape']): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return value.join(shape.kind === 'numbers' && shape.count ? ', ' : ' to ');
}

/** Keeps input that is not a number as text: the rules then say what is wrong with it. */
function read(text: string, shape: Props['shape']): unknown {
  const parts = text
    .trim()
    .replace(/^\[\s*(.*?)\s*\]$/, '$1')
    .split(/\s*,\s*|\s+to\s+/);
  const numbers = parts.map((part) => (/^[+-]?\d+(?:\.\d+)?$/.test(part) ? Number(part) : part));
  if (text.trim() === '') return null;
  return numbers.length > 1 && shape.kind === 'numbers' ? numbers : numbers.length === 1 ? numbers[0] : text.trim();
}

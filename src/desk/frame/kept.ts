import { useState } from 'react';

/** A choice of the editor's that stays on the device. */
export function useKept<Value extends string | boolean | null>(
  key: string,
  standard: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const kept = localStorage.getItem(key);
      return kept === null ? standard : (JSON.parse(kept) as Value);
    } catch {
      return standard;
    }
  });
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage the choice holds for this page.
    }
  };
  return [value, keep];
}

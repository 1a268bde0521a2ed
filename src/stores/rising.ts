import { keptAtom } from '../visit/kept.ts';
import { RISING_KEY } from '../visit/keys.ts';

/** The color of rising prices; 'local' for that of the language. */
export type Rising = 'local' | 'green' | 'red';

export const $rising = keptAtom<Rising>(
  RISING_KEY,
  (stored) => (stored === 'green' || stored === 'red' ? stored : 'local'),
  (rising) => (rising === 'local' ? null : rising),
);

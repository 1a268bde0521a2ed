import { useEffect, useRef } from 'react';

/** A reference to what takes the focus when it appears, and each time that `when` changes to something else that holds. */
export function useFocus<E extends HTMLElement>(when: unknown = true) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (when) element.current?.focus();
  }, [when]);
  return element;
}

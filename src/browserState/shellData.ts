import type { DataName } from '../shells/place.ts';

/**
 * What our server has put into this page for an island (src/server/shells), the first time that it is asked for. Undefined
 * on other hosts.
 */
export function shellData<T>(name: DataName): T | undefined {
  const element = globalThis.document?.getElementById(`shell-${name}`);
  element?.remove();
  return element ? JSON.parse(element.textContent ?? '') : undefined;
}

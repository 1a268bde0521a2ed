/**
 * Returns an object's own property, never an inherited one: a title may say 'constructor', a query 'toString'.
 * Look up every untrusted key with this function or in a Map (tests/unit/house/lookups.test.ts).
 */
export function lookUp<T extends object>(table: T, key: PropertyKey): T[keyof T] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof T] : undefined;
}

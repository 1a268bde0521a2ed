/**
 * What an object itself holds under a key, and never what every object inherits: a title may say 'constructor', a query
 * 'toString'. Whatever a stranger may have written is looked up by this, or in a Map (tests/unit/lookups.test.ts).
 */
export function lookUp<T extends object>(table: T, key: PropertyKey): T[keyof T] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof T] : undefined;
}

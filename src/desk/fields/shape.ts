/** The fields of an entry, as forms need them: from JSON Schema, without what they do not ask. */
import { isLocale, LOCALE_IDS } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';

export type Shape =
  | { kind: 'text'; isLong?: boolean; minLength?: number; maxLength?: number }
  | { kind: 'day' }
  | { kind: 'flag' }
  | { kind: 'number'; isWhole: boolean; min?: number; max?: number }
  /** Numbers in one line: a value, or the two ends of a range; `count` if there are always as many */
  | { kind: 'numbers'; count?: number }
  | { kind: 'choice'; of: string[] }
  /** Several of these */
  | { kind: 'choices'; of: string[] }
  /** `most`: how many entries it may have */
  | { kind: 'list'; of: Shape; most?: number | undefined }
  | { kind: 'table'; fields: { name: string; shape: Shape; isNeeded: boolean }[] }
  /** Words of each language, side by side */
  | { kind: 'locales'; of: Shape; locales: string[]; needed: string[] }
  /** Lines with names of their own */
  | { kind: 'record'; of: Shape };

/** What is used of JSON Schema. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  /** A text of more than one line, where its name does not say so */
  isLong?: true;
  anyOf?: JsonSchema[];
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
}

/** Texts of more than one sentence or line. */
const LONG = ['description', 'lead', 'points', 'definition', 'note', 'notice', 'allows', 'licence'];
/** A day that is a plain text in its schema */
const DAYS = ['confirmedUntil'];

/** The shape that a schema allows; `only` names the fields that are asked. */
export function shapeOf(schema: JsonSchema, only?: readonly string[], name = ''): Shape {
  const { anyOf, prefixItems, items, propertyNames, additionalProperties } = schema;
  if (anyOf) {
    const kinds = anyOf.filter((schema) => Object.keys(schema).length > 0);
    const [first = {}] = kinds;
    if (kinds.some(({ type }) => type === 'number') && kinds.length > 1) return { kind: 'numbers' };
    // A schema of days also takes those that a reader of YAML has made dates, which JSON does not have.
    if (kinds.length < anyOf.length && kinds.length === 1 && first.type === 'string') return { kind: 'day' };
    return kinds.length === 1 ? shapeOf(first, only, name) : { kind: 'text' };
  }
  if (prefixItems) return { kind: 'numbers', count: prefixItems.length };
  if (schema.const === true) return { kind: 'flag' };
  if (typeof schema.const === 'string') return { kind: 'choice', of: [schema.const] };
  if (schema.enum) return { kind: 'choice', of: schema.enum.map(String) };
  if (schema.type === 'array') {
    const of = shapeOf(items || {}, undefined, name);
    return of.kind === 'choice' ? { kind: 'choices', of: of.of } : { kind: 'list', of, most: schema.maxItems };
  }
  if (schema.type === 'object' && propertyNames?.enum) {
    const of = typeof additionalProperties === 'object' ? additionalProperties : {};
    const properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), of]));
    return tableOf(properties, [], only);
  }
  if (schema.type === 'object' && schema.properties) return tableOf(schema.properties, schema.required ?? [], only);
  if (schema.type === 'object')
    return { kind: 'record', of: shapeOf(typeof additionalProperties === 'object' ? additionalProperties : {}) };
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum, maximum } = schema;
    const [min, max] = [minimum, maximum].map((limit) => (Math.abs(limit ?? Infinity) < 1e9 ? limit : undefined));
    return {
      kind: 'number',
      isWhole: schema.type === 'integer',
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    };
  }
  if (DAYS.includes(name)) return { kind: 'day' };
  const { minLength, maxLength } = schema;
  return {
    kind: 'text',
    ...((schema.isLong || LONG.includes(name)) && { isLong: true }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function tableOf(properties: Record<string, JsonSchema>, required: readonly string[], only?: readonly string[]): Shape {
  const names = Object.keys(properties).filter((name) => !only || only.includes(name));
  const locales = names.filter(isLocale);
  const shape = (name: string) => shapeOf(lookUp(properties, name) ?? {}, undefined, name);
  const words: Shape | null =
    locales.length > 1
      ? {
          kind: 'locales',
          of: shape(locales[0] ?? ''),
          locales: LOCALE_IDS.filter((locale) => locales.includes(locale)),
          needed: locales.filter((locale) => required.includes(locale)),
        }
      : null;
  if (words && locales.length === names.length) return words;
  const fields = names
    .filter((name) => !words || !isLocale(name))
    .map((name) => ({ name, shape: shape(name), isNeeded: required.includes(name) }));
  // Words of each language beside other fields have no name of their own.
  return { kind: 'table', fields: words ? [...fields, { name: '', shape: words, isNeeded: true }] : fields };
}

/** The fields of a table in the order in which they are written, at a place of an entry. */
export function orderOf(schema: JsonSchema): (place: readonly string[]) => readonly string[] {
  return (place) => {
    let at: JsonSchema | undefined = schema;
    for (const step of place) {
      const { items, properties, additionalProperties }: JsonSchema = at ?? {};
      const named: JsonSchema | undefined =
        properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
      at =
        step === '*'
          ? items || undefined
          : (named ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined));
    }
    return Object.keys(at?.properties ?? {}).length > 0
      ? Object.keys(at?.properties ?? {})
      : (at?.propertyNames?.enum ?? []).map(String);
  };
}

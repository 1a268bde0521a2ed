/** What a JSON schema says, as rows for readers: names, types, bounds. */
import type { Schema } from './document.ts';

/** A bound in symbols; `of` says what it counts. */
export interface Bound {
  of: 'characters' | 'entries' | 'number';
  least: number | undefined;
  most: number | undefined;
}
export interface Shape {
  /** In the notation of JSON and TypeScript: string, "a" | "b", object[], number | null */
  type: string;
  about: string | undefined;
  bound: Bound | undefined;
  pattern: string | undefined;
  /** JSON */
  preset: string | undefined;
  /** The fields of an object, or of the objects of a list */
  fields: readonly Field[];
  /** Where there are several kinds of object: the fields that each has besides those */
  variants: readonly (readonly Field[])[];
}
export interface Field extends Shape {
  name: string;
  required: boolean;
}

const json = (value: unknown) => JSON.stringify(value);
const variantsOf = (schema: Schema) => schema.anyOf ?? schema.oneOf;
export const isNull = ({ type, const: only }: Schema) => type === 'null' || only === null;
/** A field that may hold anything and need not be there: an answer that is not asked for. */
const isAnything = (schema: Schema) => Object.keys(schema).length === 0;

/** The schema of the entries of a list. */
export const entryOf = ({ items = {} }: Schema): Schema =>
  Array.isArray(items) ? (items[0] ?? {}) : (items as Schema);

export function shapeOf(schema: Schema): Shape {
  const alternatives = variantsOf(schema);
  if (alternatives) {
    const shapes = alternatives.filter((alternative) => !isNull(alternative)).map(shapeOf);
    const types = [...new Set([...shapes.map(({ type }) => type), ...(alternatives.some(isNull) ? ['null'] : [])])];
    const [only] = shapes;
    const described = rest(schema);
    if (shapes.length === 1 && only)
      return {
        ...only,
        ...described,
        type: types.join(' | '),
        bound: described.bound ?? only.bound,
        pattern: described.pattern ?? only.pattern,
      };
    return {
      ...described,
      type: types.join(' | '),
      ...sorted(shapes.map(({ fields }) => fields).filter((item) => item.length > 0)),
    };
  }
  if (schema.type === 'array') {
    const entry = shapeOf(entryOf(schema));
    const type = entry.type.includes(' | ') ? `(${entry.type})[]` : `${entry.type}[]`;
    const bound = boundOf('entries', schema.minItems, schema.maxItems);
    return {
      ...rest(schema),
      type,
      bound: bound ?? entry.bound,
      pattern: entry.pattern,
      fields: entry.fields,
      variants: entry.variants,
    };
  }
  return { ...rest(schema), type: typeOf(schema), fields: fieldsOf(schema), variants: [] };
}

const rest = (schema: Schema): Shape => ({
  type: '',
  about: schema.description,
  bound: boundOf('characters', schema.minLength, schema.maxLength) ?? boundOf('number', schema.minimum, schema.maximum),
  pattern: schema.pattern,
  preset: schema.default === undefined ? undefined : json(schema.default),
  fields: [],
  variants: [],
});

function typeOf({ type, format, const: only, enum: values }: Schema): string {
  if (only !== undefined) return json(only);
  if (values) return values.map(json).join(' | ');
  return [type ?? 'any', format && `(${format})`].filter(Boolean).join(' ');
}

function boundOf(of: Bound['of'], least: number | undefined, most: number | undefined): Bound | undefined {
  return least === undefined && most === undefined ? undefined : { of, least, most };
}

function fieldsOf({ properties = {}, required = [], additionalProperties }: Schema): Field[] {
  const named = Object.entries(properties)
    .filter(([name, one]) => required.includes(name) || !isAnything(one))
    .map(([name, one]) => ({ ...shapeOf(one), name, required: required.includes(name) }));
  // A map: any name holds this.
  if (typeof additionalProperties === 'object')
    named.push({ ...shapeOf(additionalProperties), name: '*', required: false });
  return named;
}

/** What the alternatives have in common, and what each has besides. */
function sorted(lists: readonly (readonly Field[])[]): Pick<Shape, 'fields' | 'variants'> {
  const [first = [], ...others] = lists;
  const keys = others.map((fields) => new Set(fields.map(json)));
  const fields = first.filter((field) => keys.every((key) => key.has(json(field))));
  const common = new Set(fields.map(json));
  const variants = lists.map((list) => list.filter((field) => !common.has(json(field))));
  return { fields, variants: variants.some((variant) => variant.length > 0) ? variants : [] };
}

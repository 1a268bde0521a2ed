/** What of an OpenAPI document breaks programs that were written for an earlier one. */

type Json = Record<string, unknown>;
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [bound: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  security?: Record<string, string[]>[];
}
export interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** `sent`: callers write it, so it may not become narrower. `returned`: they read it, so it may not become wider. */
type Direction = 'sent' | 'returned';
/** Bounds of what callers send, which may not become tighter: a greater least, a smaller most, another pattern. */
const LEAST = ['minimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'maxLength', 'maxItems'];
const EXACT = ['pattern', 'format'];

/** One line for each break: what was taken away, or asked for in addition. New calls, fields and values break nothing. */
export function breaksOf(before: ApiDocument, after: ApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      return now ? ofOperation(old, now, at) : [`${at}: is gone`];
    }),
  );

  function ofOperation(old: Operation, now: Operation, at: string): string[] {
    const breaks: string[] = [];
    const named = (list: Parameter[] = []) => new Map(list.map((one) => [`${one.in} ${one.name}`, one]));
    const [oldParameters, parameters] = [named(old.parameters), named(now.parameters)];
    for (const [name, parameter] of oldParameters) {
      const same = parameters.get(name);
      if (!same) breaks.push(`${at}, ${name}: is gone`);
      else breaks.push(...ofSchema(parameter.schema, same.schema, `${at}, ${name}`, 'sent'));
    }
    for (const [name, { required }] of parameters) {
      if (required && !oldParameters.get(name)?.required) breaks.push(`${at}, ${name}: is required now`);
    }
    if (now.requestBody?.required && !old.requestBody?.required) breaks.push(`${at}, body: is required now`);
    breaks.push(...ofContent(old.requestBody?.content, now.requestBody?.content, `${at}, body`, 'sent'));
    for (const [status, answer] of Object.entries(old.responses).filter(([status]) => status.startsWith('2'))) {
      const same = now.responses[status];
      if (!same) breaks.push(`${at}, ${status}: is gone`);
      else breaks.push(...ofContent(answer.content, same.content, `${at}, ${status}`, 'returned'));
    }
    const scopes = ({ security = [] }: Operation) => security.flatMap((one) => Object.values(one).flat());
    for (const scope of scopes(now)) if (!scopes(old).includes(scope)) breaks.push(`${at}: needs the scope ${scope}`);
    return breaks;
  }

  function ofContent(old: Content = {}, now: Content = {}, at: string, direction: Direction): string[] {
    return Object.entries(old).flatMap(([type, { schema }]) => {
      const same = now[type];
      return same ? ofSchema(schema, same.schema, at, direction) : [`${at}: has no ${type}`];
    });
  }

  function ofSchema(
    given: Schema | undefined,
    next: Schema | undefined,
    at: string,
    direction: Direction,
    within: readonly unknown[] = [],
  ): string[] {
    const [old, now] = [resolved(before, given), resolved(after, next)];
    if (!old || !now || within.includes(old)) return [];
    const inside = [...within, old];
    const [narrow, wide] = direction === 'sent' ? [old, now] : [now, old];
    const [narrowVariants, wideVariants] = [variantsOf(narrow), variantsOf(wide)];
    if (narrowVariants.length > 1 || wideVariants.length > 1) {
      const fits = (variant: Schema) =>
        wideVariants.some((other) => {
          const pair = direction === 'sent' ? ([variant, other] as const) : ([other, variant] as const);
          return ofSchema(...pair, at, direction, within).length === 0;
        });
      return narrowVariants.every(fits) ? [] : [`${at}: ${describe(old)} became ${describe(now)}`];
    }

    const breaks: string[] = [];
    const types = (schema: Schema) => [schema.type ?? []].flat();
    const allows = (type: string) =>
      types(wide).length === 0 || types(wide).includes(type) || (type === 'integer' && types(wide).includes('number'));
    if ((types(narrow).length === 0 && types(wide).length > 0) || !types(narrow).every(allows)) {
      breaks.push(`${at}: ${describe(old)} became ${describe(now)}`);
    }
    // Callers must ignore values that they do not know, but those that they send must stay.
    const values = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum);
    if (direction === 'sent' && values(now)) {
      const gone = (values(old) ?? ['any value']).filter((value) => !values(now)?.includes(value));
      if (gone.length > 0) breaks.push(`${at}: no longer takes ${gone.join(', ')}`);
    }
    if (direction === 'sent') {
      const number = (schema: Schema, bound: string, otherwise: number) => Number(schema[bound] ?? otherwise);
      for (const bound of LEAST) {
        if (number(now, bound, -Infinity) > number(old, bound, -Infinity)) breaks.push(`${at}: ${bound} is greater`);
      }
      for (const bound of MOST) {
        if (number(now, bound, Infinity) < number(old, bound, Infinity)) breaks.push(`${at}: ${bound} is smaller`);
      }
      for (const bound of EXACT) {
        if (now[bound] !== undefined && now[bound] !== old[bound]) breaks.push(`${at}: ${bound} is another`);
      }
    }
    for (const [name, schema] of Object.entries(old.properties ?? {})) {
      const same = now.properties?.[name];
      if (!same) breaks.push(`${at}.${name}: is gone`);
      else breaks.push(...ofSchema(schema, same, `${at}.${name}`, direction, inside));
    }
    const isNowRequired = (name: string) => !old.required?.includes(name);
    if (direction === 'sent') {
      for (const name of (now.required ?? []).filter(isNowRequired)) breaks.push(`${at}.${name}: is required now`);
    } else {
      const left = (old.required ?? []).filter(
        (name) => name in (now.properties ?? {}) && !now.required?.includes(name),
      );
      for (const name of left) breaks.push(`${at}.${name}: may be missing now`);
    }
    breaks.push(...ofSchema(old.items, now.items, `${at}[]`, direction, inside));
    const rest = (schema: Schema) =>
      typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    breaks.push(...ofSchema(rest(old), rest(now), `${at}.*`, direction, inside));
    return breaks;
  }
}

function resolved({ components }: ApiDocument, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : components?.schemas?.[name];
}

const variantsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function describe(schema: Schema): string {
  const { description: _, examples: __, ...shape } = schema as Json;
  return JSON.stringify(shape).slice(0, 80);
}

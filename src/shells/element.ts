/**
 * HTML as data: a function that shows something returns it, the server writes it as text, and islands draw it with React.
 * So a page says the same with and without script.
 */

/** Named as React names them: 'className', 'dateTime'. What is undefined is left out. */
export type Attributes = Readonly<Record<string, string | true | undefined>>;

export interface Element {
  tag: string;
  attributes: Attributes;
  children: readonly Child[];
}

/** `null`, `undefined`, `false` and '' show nothing. */
export type Child = Element | string | null | undefined | false;

/** `attributes`: a text alone is the class. Lists among the children are taken apart. */
export function el(tag: string, attributes: Attributes | string, ...children: (Child | readonly Child[])[]): Element {
  return {
    tag,
    attributes: typeof attributes === 'string' ? { className: attributes } : attributes,
    children: children.flat(),
  };
}

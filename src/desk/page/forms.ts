/** Tags of components as forms: what each asks, and the changes of the text that fill it in. */
import { COMPONENTS, type Component, type Value } from '../../authoring/components.ts';
import { lookUp } from '../../lookUp.ts';
import type { TagSpan } from '../offers/tags.ts';
import type { TextChange } from './grid.ts';

export interface TagField {
  name: string;
  kind: Value;
  isNeeded: boolean;
  value: string;
  /** True for the words between the tags, where they are a part of the form */
  isHeld?: true;
}

/** The fields of a tag that is shown as a form; none of a closing one, and of one without attributes. */
export function fieldsOf({ name, kind, attributes, words }: TagSpan): TagField[] {
  const row: Component | undefined = lookUp(COMPONENTS, name);
  if (!row || kind === 'close') return [];
  const asked = [row.attributes, row.optional ?? {}].flatMap((group, at) =>
    Object.entries(group).map(([attribute, holds]: [string, Value]): TagField => {
      return { name: attribute, kind: holds, isNeeded: at === 0, value: asRead(lookUp(attributes, attribute) ?? '') };
    }),
  );
  // A form that does not show all that the tag says would hide it.
  const isWhole = Object.keys(attributes).every((attribute) => asked.some((field) => field.name === attribute));
  if (!isWhole) return [];
  // A tag that is whole with words has them between its signs.
  const isHeld = kind === 'whole' && row.holds === 'words';
  return isHeld
    ? [...asked, { name: row.holds, kind: 'words', isNeeded: true, value: asReadWords(words), isHeld }]
    : asked;
}

/** An attribute stands between quotation marks, so it has none itself. */
const asRead = (written: string) => written.replaceAll('&quot;', '"');
const asWritten = (value: string) => value.replace(/\s*\n\s*/g, ' ').replaceAll('"', '&quot;');

/** Words between tags have none of their signs. */
const asReadWords = (written: string) => written.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
const asWrittenWords = (value: string) =>
  value
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Writes a value into the tag at a place of a text; an optional one goes when it is empty. */
export function fieldChange(
  text: string,
  { from, to }: Pick<TagSpan, 'from' | 'to'>,
  field: TagField,
  value: string,
): TextChange[] {
  if (value === field.value) return [];
  const written = text.slice(from, to);
  const place = valueIn(written, field);
  if (field.isHeld) {
    const words = asWrittenWords(value);
    if (place) return [{ from: from + place.from, to: from + place.to, insert: words }];
    const [name = ''] = /\w+/.exec(written) ?? [];
    return [{ from: from + written.search(/\s*\/>$/), to, insert: `>${words}</${name}>` }];
  }
  const insert = asWritten(value);
  if (!place) {
    const end = from + written.search(/\s*\/?>$/);
    return insert ? [{ from: end, to: end, insert: ` ${field.name}="${insert}"` }] : [];
  }
  if (insert !== '' || field.isNeeded) return [{ from: from + place.from, to: from + place.to, insert }];
  const start = written.slice(0, place.from).search(/\s+\w+="$/);
  return [{ from: from + start, to: from + place.to + 1, insert: '' }];
}

/** Where the value of a field is in its tag as written; null if it is not there. */
function valueIn(written: string, { name, isHeld }: TagField): { from: number; to: number } | null {
  if (isHeld) {
    const to = written.lastIndexOf('</');
    return to < 0 ? null : { from: written.lastIndexOf('>', to) + 1, to };
  }
  const found = new RegExp(`\\s+${name}="([^"]*)"`).exec(written);
  if (!found) return null;
  const to = found.index + found[0].length - 1;
  return { from: to - (found[1] ?? '').length, to };
}

/** Where the value of a field is in a text; the tag if it is not there. */
export function placeOfField(text: string, { from, to }: Pick<TagSpan, 'from' | 'to'>, field: TagField) {
  const place = valueIn(text.slice(from, to), field);
  return place ? { from: from + place.from, to: from + place.to } : { from, to };
}

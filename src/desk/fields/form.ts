/** What the fields of a form share. */
import type { ReactNode } from 'react';
import { lookUp } from '../../lookUp.ts';
import type { PlacedMending } from '../page/problems.ts';
import type { EntryProblem } from '../table/entryProblems.ts';
import type { Shape } from './shape.ts';
import type { FieldPath } from './value.ts';

/** A value to choose, with what readers see of it; '' if that is the value itself. */
export interface Offer {
  id: string;
  shown: string;
}

/** Values to choose from, by the name of a field. */
export type Offers = Readonly<Record<string, readonly Offer[]>>;

export interface Form {
  value: unknown;
  change: (path: FieldPath, value: unknown) => void;
  problems: readonly EntryProblem[];
  /** What fields are called; others have the name that the file has */
  labels: Readonly<Record<string, string>>;
  /** What the head of the file says of a field */
  help: Readonly<Record<string, string>>;
  offers: Offers;
  /** Fields that are another entry's */
  shared?: readonly { field: FieldPath; with: string; isOwn: boolean }[];
  /** What stands between a field and its problems */
  source?: (path: FieldPath) => ReactNode;
  /** Makes a mending of front matter that is of no field alone */
  mendHead?: (mending: PlacedMending) => void;
  /** What stands at the words of a language: its status */
  about?: (path: FieldPath, locale: string) => ReactNode;
  /** What stands below them: what readers see */
  below?: (path: FieldPath, locale: string) => ReactNode;
}

export interface FieldProps {
  form: Form;
  shape: Shape;
  path: FieldPath;
  /** Of what is around it: 'Definition, 日本語' */
  label: string;
  lang?: string | undefined;
  isNeeded?: boolean;
  /** True if a heading above says what it is */
  isPlain?: boolean;
}

export const labelOf = ({ labels }: Form, name: string) => lookUp(labels, name) ?? name;

/** The fields that need a value and have none. */
export function emptyFields(shape: Shape, value: unknown, path: FieldPath = []): FieldPath[] {
  const inner = (name: string) => (name ? lookUp(Object(value ?? {}) as object, name) : value);
  const below = (name: string, own: Shape, isNeeded: boolean) =>
    isNeeded || inner(name) !== undefined ? emptyFields(own, inner(name), name ? [...path, name] : path) : [];
  if (shape.kind === 'table') return shape.fields.flatMap((field) => below(field.name, field.shape, field.isNeeded));
  if (shape.kind === 'locales')
    return shape.locales.flatMap((locale) => below(locale, shape.of, shape.needed.includes(locale)));
  return value === undefined || value === null || value === '' ? [path] : [];
}

/** The words of each language that a shape needs; undefined if it needs none. */
export function localesIn(shape: Shape): Extract<Shape, { kind: 'locales' }> | undefined {
  if (shape.kind === 'locales') return shape;
  if (shape.kind !== 'table') return undefined;
  return shape.fields.map((field) => (field.isNeeded ? localesIn(field.shape) : undefined)).find(Boolean);
}

/** True if the problems at a path are shown at a field; the others are shown above all. */
export function isShown(shape: Shape, [step, ...rest]: FieldPath): boolean {
  if (step === undefined) return true;
  if (shape.kind === 'list') return isShown(shape.of, rest);
  if (shape.kind === 'locales') return shape.locales.includes(String(step)) && isShown(shape.of, rest);
  if (shape.kind !== 'table') return true;
  const words = shape.fields.find(({ name }) => name === '')?.shape;
  const field = shape.fields.find(({ name }) => name === step)?.shape;
  return field ? isShown(field, rest) : words !== undefined && isShown(words, [step, ...rest]);
}

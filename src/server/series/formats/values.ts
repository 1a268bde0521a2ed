/** What the readers share: what a value is, what is no value, and how a file is refused. */

import { addressAt, type SeriesRow } from '../../../catalogue/officialSeries.ts';
import { isDay } from '../../../forms/days.ts';
import type { Point, Reading } from '../types.ts';

/** A file that is not what it should be, with one line for the operator: publisher, fault, remedy. */
export class WrongFile extends Error {
  constructor([row]: readonly SeriesRow[], what: string) {
    const { publisher, address, fill, page } = row as SeriesRow;
    const remedy = address ? remedyOf(address, page) : `compare content/${fill} with ${page}`;
    super(`${publisher.names['en-US']}: ${inOneLine(what)}; ${remedy}`);
  }
}

/** What an operator does about an address that does not give its file. `page` announces the file. */
export const remedyOf = (address: string, page: string): string =>
  `open ${addressAt(address, new Date())} in a browser; if the publisher has moved or changed the file (${page}), correct content/series.yml`;

/** The words of a stranger's file, for a log or a terminal. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

/** What publishers write on holidays and for values that they do not have. */
const NO_VALUE = new Set(['', 'N/A', 'NA', 'ND', 'NC', '.', '..', '-', 'null']);
const NUMBER = /^-?\d{1,12}(\.\d{1,12})?$/;
/** A file with a fault in each line must not fill the log. */
const MOST_FAULTS = 20;

/** Collects the points of a file, and names the values that are none. */
export class Collector {
  readonly #wanted: readonly SeriesRow[];
  readonly #places: 'line' | 'entry';
  readonly #points = new Map<string, Point>();
  readonly #faults: string[] = [];

  /** `places` are what the file is counted in. */
  constructor(wanted: readonly SeriesRow[], places: 'line' | 'entry') {
    this.#wanted = wanted;
    this.#places = places;
  }

  /** Adds a value as published; what stands for a holiday adds nothing. */
  add({ id, code, unit }: SeriesRow, day: string, raw: string, place: number): void {
    const value = raw.trim();
    if (NO_VALUE.has(value)) return;
    const key = `${id} ${day}`;
    const before = this.#points.get(key)?.value ?? value;
    const expected = !NUMBER.test(value)
      ? 'a number such as 1.0850'
      : unit === 'rate' && !(Number(value) > 0)
        ? 'a number above 0'
        : before !== value
          ? `${before} as before, or each day once`
          : null;
    if (expected) this.fault(`${code} of ${day} is '${value.slice(0, 30)}'; expected ${expected}`, place);
    else this.#points.set(key, { series: id, day, value });
  }

  /** True if a text is a day; else names it. */
  isDay(day: string, place: number): boolean {
    const isOne = isDay(day);
    if (!isOne) this.fault(`'${day.slice(0, 30)}' is no day; expected one such as 2026-11-20`, place);
    return isOne;
  }

  fault(what: string, place?: number): void {
    this.#faults.push(inOneLine(place === undefined ? what : `${this.#places} ${place}: ${what}`));
  }

  /** The series that the file has, by their codes; names the others. Throws if it has none. */
  present(has: (code: string) => boolean): SeriesRow[] {
    const found = this.#wanted.filter(({ code }) => has(code));
    const missing = this.#wanted.filter((row) => !found.includes(row)).map(({ code }) => code);
    if (found.length === 0) throw new WrongFile(this.#wanted, `the file has nothing named ${missing.join(', ')}`);
    for (const code of missing)
      this.fault(`the file has nothing named ${code}; expected what content/series.yml names`);
    return found;
  }

  reading(): Reading {
    const more = this.#faults.length - MOST_FAULTS;
    const faults = this.#faults.slice(0, MOST_FAULTS);
    return { points: [...this.#points.values()], faults: more > 0 ? [...faults, `and ${more} more`] : faults };
  }
}

/** The text of a file without its byte order mark. Throws if it is empty, or a web page: an error page, mostly. */
export function textOf(body: string, wanted: readonly SeriesRow[]): string {
  const text = body.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new WrongFile(wanted, 'the file is empty');
  const [, title] = /<title[^>]*>([^<]{1,80})/i.exec(text.slice(0, 4000)) ?? [];
  if (/^\s*(<\?xml[^>]*\?>\s*)?<(!doctype\s+html|html)[\s>]/i.test(text))
    throw new WrongFile(wanted, `a web page came instead of the file${title ? ` ('${title.trim()}')` : ''}`);
  return text;
}

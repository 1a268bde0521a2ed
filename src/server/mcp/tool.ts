/** What a tool of the MCP server is. The SDK is not needed here: it is loaded at the first call (mcpApi.ts). */
import * as z from 'zod';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES } from '../../i18n/locales.ts';
import { foldedForSearch } from '../../i18n/tokens.ts';

export interface Tool {
  name: string;
  title: string;
  /** For the model that chooses a tool */
  description: string;
  input: z.ZodObject;
  /** A text, or a value that is sent as JSON. Throws a ToolFault if there is no answer. */
  answer: (given: never) => Promise<string | object>;
}

/** Why a tool has no answer, and what to do instead, in words for the caller. */
export class ToolFault extends Error {}

/** A tool whose handler gets what its input says. */
export const tool = <Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'answer'> & {
    input: Input;
    answer: (given: z.output<Input>) => Promise<string | object>;
  },
): Tool => definition;

/** Characters of a query: as many as the search of the site takes. */
const LONGEST = 100;
export const textInput = (description: string) => z.string().trim().min(1).max(LONGEST).describe(description);

const LANGUAGES = LOCALE_IDS.map((locale) => `${locale}: ${LOCALES[locale].name}`).join('; ');
export const localeInput = z
  .enum(LOCALE_IDS)
  .default(DEFAULT_LOCALE)
  .describe(`The language of the answer. ${LANGUAGES}`);

/** Finds things by names: all words of what is asked for must be in one of theirs, in any language. */
export function named<T>(things: readonly T[], asked: string, namesOf: (thing: T) => readonly string[]): T[] {
  const words = foldedForSearch(asked)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const known = things.map((thing) => ({ thing, names: namesOf(thing).map(foldedForSearch) }));
  const same = known.filter(({ names }) => names.includes(foldedForSearch(asked)));
  const all = known.filter(({ names }) => words.every((word) => names.some((name) => name.includes(word))));
  return (same.length > 0 ? same : words.length > 0 ? all : []).map(({ thing }) => thing);
}

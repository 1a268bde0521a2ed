import type { CompiledMessage } from 'icu-minify/format';
import type { SEARCH_WORDS } from '../../authoring/pages/searchFile.ts';
import { formatMessage, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';

type SearchWord = (typeof SEARCH_WORDS)[number];
export type SearchWords = Record<SearchWord, CompiledMessage>;

/** Formats the words of the search. The module of news would load much that the search has no use for. */
export const sayer = (words: SearchWords, locale: Locale) => (key: SearchWord, values?: MessageValues) =>
  formatMessage(words[key], locale, values);

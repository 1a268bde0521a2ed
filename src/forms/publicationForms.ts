/** The shapes of what a company publishes, by hand and by partners' calls. Only the server checks them. */
import * as v from 'valibot';
import { saying } from './faults.ts';
import { anyText, choice, fields, text } from './fields.ts';
import { PUBLICATION_CATEGORIES, type PublicationKind } from './lists.ts';

/** Characters of what is published and of the reason of a withdrawal; symbols. */
const MOST_PUBLISHED = { title: 300, summary: 1_000, link: 2_000, symbols: 10, reason: 500 } as const;

const title = text(MOST_PUBLISHED.title, 'titleEmpty');
/** '' becomes null. */
const summary = v.nullable(
  v.pipe(
    anyText(MOST_PUBLISHED.summary),
    v.transform((input) => input || null),
  ),
);
/** Not a name of the internet, or no name at all: an address in the reader's own network. */
const PRIVATE_HOST = /^[^.]+\.?$|^\[|(?:^|\.)\d+\.?$|\.(?:local|localhost|internal|home\.arpa)\.?$/;

/** Where readers are led: stored as browsers read it, with a user name in front of the host that could disguise it refused. */
const link = v.nullable(
  v.pipe(
    v.string('linkFormat'),
    v.trim(),
    v.regex(/^https?:\/\/[^\s/\\]/i, 'linkFormat'),
    v.transform((input) => URL.parse(input)),
    v.check((url) => url !== null && !url.username && !url.password && !PRIVATE_HOST.test(url.hostname), 'linkFormat'),
    v.transform((url) => url?.href ?? ''),
    v.maxLength(MOST_PUBLISHED.link, saying('tooLong', MOST_PUBLISHED.link)),
  ),
);
/** Symbols of what is traded, each once. */
export const symbols = v.pipe(
  v.array(v.pipe(v.string('symbolsFormat'), v.regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/, 'symbolsFormat')), 'symbolsFormat'),
  v.maxLength(MOST_PUBLISHED.symbols, 'symbolsFormat'),
  v.transform((list) => [...new Set(list)]),
);

/** `languages` are those of contract/news.ts. Nobody says whether it is important: news/importance.ts decides. */
export const publicationShape = <const L extends readonly string[]>({ languages }: { languages: L }) =>
  fields(
    {
      language: choice(languages, 'choiceUnknown'),
      title,
      summary: v.optional(summary, null),
      link: v.optional(link, null),
      category: choice(PUBLICATION_CATEGORIES, 'choiceUnknown'),
      symbols: v.optional(symbols, () => []),
    },
    'titleEmpty',
  );
/** What is published, of which kind. */
export type Publishing<L extends string> = v.InferOutput<ReturnType<typeof publicationShape<readonly L[]>>> & {
  kind: PublicationKind;
};

/** The corrected words; what is left out stays as it is. Readers see the earlier words too. */
export const correctionShape = v.partial(fields({ title, summary }, 'titleEmpty'));
export type Correction = v.InferOutput<typeof correctionShape>;

/** The company's members see the reason, readers do not. */
export const withdrawalShape = fields({ reason: text(MOST_PUBLISHED.reason, 'reasonEmpty') }, 'reasonEmpty');

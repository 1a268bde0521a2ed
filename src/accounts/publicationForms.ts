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
const link = v.nullable(
  v.pipe(
    v.string('linkFormat'),
    v.trim(),
    v.maxLength(MOST_PUBLISHED.link, saying('tooLong', MOST_PUBLISHED.link)),
    v.regex(/^https?:\/\/[^\s/]/, 'linkFormat'),
    v.url('linkFormat'),
  ),
);
const symbols = v.pipe(
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

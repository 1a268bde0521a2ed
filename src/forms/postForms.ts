/** The shapes of posts: what an analyst or broker writes, keeps as a draft, corrects and withdraws. */
import * as v from 'valibot';
import { isDay } from './days.ts';
import { saying } from './faults.ts';
import { anyText, choice, fields, lines, text } from './fields.ts';
import { ADVICE, HOLDINGS, HORIZONS, PRODUCTS } from './lists.ts';
import { symbols } from './publicationForms.ts';

/** Characters of a post and of what belongs to it. */
export const MOST_POST = {
  title: 150,
  text: 20_000,
  basis: 1_000,
  interests: 500,
  method: 1_000,
  risk: 1_000,
  updates: 200,
  earlier: 500,
  reason: 500,
} as const;

export { ADVICE, HOLDINGS, HORIZONS };

const day = v.pipe(
  v.string('pricesOnEmpty'),
  v.check((input) => isDay(input), 'pricesOnEmpty'),
);

/**
 * What article 20 of the Market Abuse Regulation with Delegated Regulation (EU) 2016/958, FINRA rule 2241 and the rules of
 * Japan and Taiwan ask of a recommendation, besides author, license, position and date. The product decides where it may
 * be shown (content/jurisdictions.yml).
 */
const recommendation = fields(
  {
    product: choice(PRODUCTS, 'productEmpty'),
    advice: choice(ADVICE, 'adviceEmpty'),
    horizon: choice(HORIZONS, 'horizonEmpty'),
    /** Facts and sources */
    basis: lines(MOST_POST.basis, 'basisEmpty'),
    /** How it was valued, with assumptions */
    method: lines(MOST_POST.method, 'methodEmpty'),
    risk: lines(MOST_POST.risk, 'riskEmpty'),
    /** How often it is looked at again */
    updates: text(MOST_POST.updates, 'updatesEmpty'),
    /** What the author has recommended otherwise in the twelve months before, and when; '' if nothing */
    earlier: anyText(MOST_POST.earlier),
    /** Besides the position; '' if there are none */
    interests: anyText(MOST_POST.interests),
  },
  'adviceEmpty',
);

interface Choices<L extends readonly string[]> {
  languages: L;
  /** Ids of the official series, of which a post may show one as a chart */
  series: readonly string[];
}

const seriesIn = (series: readonly string[]) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string('choiceUnknown'),
        v.check((id) => series.includes(id), 'choiceUnknown'),
      ),
    ),
    null,
  );

/** A post as it is published. `today`: the last day, YYYY-MM-DD, of which it can state prices. */
export const postShape = <const L extends readonly string[]>({
  languages,
  series,
  today,
}: Choices<L> & { today: string }) =>
  v.pipe(
    fields(
      {
        language: choice(languages, 'choiceUnknown'),
        title: text(MOST_POST.title, 'titleEmpty'),
        text: lines(MOST_POST.text, 'postEmpty'),
        symbols: v.optional(symbols, () => []),
        series: seriesIn(series),
        holding: choice(HOLDINGS, 'holdingEmpty'),
        /** The day of the prices that it states; null if it names no symbol */
        pricesOn: v.optional(v.nullable(day), null),
        recommendation: v.optional(v.nullable(recommendation), null),
      },
      'postEmpty',
    ),
    v.forward(
      v.check(
        ({ symbols: named, pricesOn, recommendation: advised }) =>
          pricesOn !== null || (named.length === 0 && !advised),
        'pricesOnEmpty',
      ),
      ['pricesOn'],
    ),
    v.forward(
      v.check(({ pricesOn }) => pricesOn === null || pricesOn <= today, 'pricesOnFuture'),
      ['pricesOn'],
    ),
    v.forward(
      v.check(({ symbols: named, recommendation: advised }) => !advised || named.length > 0, 'symbolsEmpty'),
      ['symbols'],
    ),
  );
export type PostForm<L extends string = string> = v.InferOutput<ReturnType<typeof postShape<readonly L[]>>>;

/** What no database keeps: NUL and halves of characters. */
const KEPT = /^[^\0\p{Cs}]*$/u;
const unfinished = (most: number) =>
  v.optional(
    v.pipe(v.string('textCharacters'), v.maxLength(most, saying('tooLong', most)), v.regex(KEPT, 'textCharacters')),
    '',
  );
const unchosen = <const T extends readonly string[]>(list: T) =>
  v.optional(v.nullable(choice(list, 'choiceUnknown')), null);

/** A draft: whatever is written so far. */
export const draftShape = <const L extends readonly string[]>({ languages, series }: Choices<L>) =>
  fields(
    {
      language: choice(languages, 'choiceUnknown'),
      title: unfinished(MOST_POST.title),
      text: unfinished(MOST_POST.text),
      symbols: v.optional(symbols, () => []),
      series: seriesIn(series),
      holding: unchosen(HOLDINGS),
      pricesOn: v.optional(v.nullable(day), null),
      recommendation: v.optional(
        v.nullable(
          fields(
            {
              product: unchosen(PRODUCTS),
              advice: unchosen(ADVICE),
              horizon: unchosen(HORIZONS),
              basis: unfinished(MOST_POST.basis),
              method: unfinished(MOST_POST.method),
              risk: unfinished(MOST_POST.risk),
              updates: unfinished(MOST_POST.updates),
              earlier: unfinished(MOST_POST.earlier),
              interests: unfinished(MOST_POST.interests),
            },
            'choiceUnknown',
          ),
        ),
        null,
      ),
    },
    'choiceUnknown',
  );
export type PostDraft<L extends string = string> = v.InferOutput<ReturnType<typeof draftShape<readonly L[]>>>;

/** The words that replace those of a post. Readers see the earlier ones, with their time. */
export const postCorrectionShape = fields(
  { title: text(MOST_POST.title, 'titleEmpty'), text: lines(MOST_POST.text, 'postEmpty') },
  'postEmpty',
);
export const postWithdrawalShape = fields({ reason: text(MOST_POST.reason, 'reasonEmpty') }, 'reasonEmpty');

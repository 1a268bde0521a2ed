/** Schemas of everything that editors and translators write, for Astro's collections and for `npm run content`. */
import { z } from 'zod';
import { isDay } from '../forms/days.ts';
import { LEVERAGE_CLASSES, NOTICE_WORDS, PROTECTION, TRADING_WORDS } from '../forms/jurisdiction.ts';
import { ARTICLE_TOPICS, keysOf, PRODUCTS } from '../forms/lists.ts';
import { folded } from '../i18n/folded.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale, wordsByLocale } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import { suggestion } from './problem.ts';
import { SHARES } from './shares.ts';

/** A text that a table must have. */
export const filledText = z.string('is missing').trim().min(1, 'is empty');

export const isoDate = z.union([z.date().transform((date) => date.toISOString().slice(0, 10)), z.string()]).pipe(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'write the date as 2026-11-21')
    .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text), 'is no day of the calendar'),
);

const siteLink = z.string().regex(/^\/(?!\/)/, 'write a site path without a locale, such as /service/forex');

/** A translation in progress: it is not published, the English page is shown in its place. */
const draft = z.literal(true).optional();

export const pageSchema = z.strictObject({
  title: z.string().min(1),
  heading: z.string().min(1).optional(),
  description: z.string().min(25).max(170),
  lead: z.string().min(1),
  /** Of a lesson: what to remember of it */
  points: z.array(z.string().min(1)).min(2).max(4).optional(),
  actions: z
    .array(z.strictObject({ text: z.string().min(1), href: siteLink }))
    .max(2)
    .default([]),
  level: z.enum(['basics', 'intermediate']).optional(),
  reviewed: isoDate.optional(),
  version: isoDate.optional(),
  draft,
});

export const noticeSchema = z.strictObject({ title: z.string().min(1), draft });

export const newsSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(25).max(170),
  lead: z.string().min(1),
  date: isoDate,
  /** Marks a note about Finger; the other articles are about markets. */
  house: z.literal(true).optional(),
  draft,
});

export const mailSchema = z.strictObject({ subject: z.string().min(1) });

/** A help article. `topic`, `asked` and `related` count in en-US; translations repeat them. */
export const articleSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(15).max(170),
  topic: z.enum(ARTICLE_TOPICS),
  asked: z.int().min(1).optional(),
  related: z.array(siteLink).max(4).default([]),
  draft,
});

export const httpsAddress = z.url({ protocol: /^https$/, error: 'is no address with https' });

/** The currencies in which facts may be stated. */
export const FACT_CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'TWD', 'CNY'] as const;

/** Words of each locale. */
const localeLists = z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.array(z.string().min(1)));

/** What a value of a unit may be: above nothing, at most this, in whole numbers or not. */
const BOUNDS: Record<'count' | 'percent' | 'times' | 'days', { most: number; whole: boolean }> = {
  count: { most: Number.MAX_SAFE_INTEGER, whole: true },
  percent: { most: 100, whole: false },
  times: { most: 500, whole: false },
  days: { most: 3660, whole: true },
};

/** A figure of the company, or a fact of law or of a market, which has an authority and may have no value. */
export const factSchema = z
  .strictObject({
    value: z
      .union([z.number(), z.tuple([z.number(), z.number()])], {
        error: 'write a number with digits and a point only, without commas: 120000',
      })
      .optional(),
    qualifier: z.enum(['exactly', 'plus', 'atLeast', 'over', 'from', 'upTo', 'range']).optional(),
    unit: z.enum(['count', 'percent', 'times', 'days', ...FACT_CURRENCIES]).optional(),
    per: z.enum(['share', 'contract', 'order']).optional(),
    asOf: isoDate.optional(),
    source: z.string().min(1),
    authority: z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.string().min(1)).optional(),
    address: httpsAddress.optional(),
    checked: isoDate.optional(),
    seen: z.url({ protocol: /^https?$/, error: 'is no address' }).optional(),
    status: z.enum(['confirmed', 'under review']).optional(),
    note: z.string().optional(),
    counter: z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.string().min(1)).optional(),
    beside: localeLists.optional(),
  })
  .superRefine((fact, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    const has = (field: string) => lookUp(fact, field) !== undefined;
    const demand = (what: string, wanted: readonly string[], odd: readonly string[]) => {
      for (const field of wanted.filter((column) => !has(column))) fault(`${what} needs ${field}`);
      for (const field of odd.filter(has)) fault(`${what} has no ${field}`);
    };
    if (fact.authority) demand('a fact of an authority', ['address', 'checked'], ['status']);
    else demand('a figure of the company', ['value', 'asOf', 'status'], ['address', 'checked', 'seen']);
    const ofFigures = ['qualifier', 'unit', 'per', 'counter', 'beside'];
    if (fact.value === undefined) demand('a fact without value', [], ofFigures);
    else demand('a value', ofFigures.slice(0, 2), []);
    if (Array.isArray(fact.value) && fact.qualifier !== 'range')
      fault('only a range has two values: write one number, without commas: 120000');
    if (typeof fact.value === 'number' && fact.qualifier === 'range') fault('a range has two values');
    const values = [fact.value ?? []].flat();
    const ofValue = (message: string) => context.addIssue({ code: 'custom', message, path: ['value'] });
    const [low = 0, high = Number.POSITIVE_INFINITY] = values;
    if (low >= high) ofValue('the first value of a range is below the second');
    const { most = Number.MAX_SAFE_INTEGER, whole = false } = lookUp(BOUNDS, fact.unit ?? '') ?? {};
    for (const value of values) {
      if (value <= 0) ofValue(`${value} is not above 0`);
      else if (value > most) ofValue(`${value} is more than ${most}, the most for ${fact.unit}`);
      else if (whole && !Number.isInteger(value)) ofValue(`${value} is no whole number of ${fact.unit}`);
    }
    if (fact.status === 'under review' && !fact.note) fault('a figure under review needs note, which says why');
  });

/** The table of facts, in which parts of a whole make 100 percent. */
export const factsSchema = z.record(z.string(), factSchema).superRefine((facts, context) => {
  for (const { share, fee } of SHARES) {
    const [first, second] = [lookUp(facts, share)?.value, fee && lookUp(facts, fee)?.value];
    if (typeof first !== 'number' || typeof second !== 'number' || first + second === 100) continue;
    const message = `${first} and ${second} of ${fee} do not make 100`;
    context.addIssue({ code: 'custom', message, path: [share, 'value'] });
  }
});
export type Fact = z.infer<typeof factSchema>;
/** A fact with a value. */
export type Figure = Fact & { [Field in 'value' | 'qualifier' | 'unit']: NonNullable<Fact[Field]> };
export const hasValue = (fact: Fact): fact is Figure => fact.value !== undefined;

const termWords = z.strictObject({
  term: z.string().min(1),
  /** Of Japanese terms: the pronunciation, in hiragana. Terms in kana need none. */
  reading: z
    .string()
    .regex(/^[ぁ-ゖー]+$/, 'write the reading in hiragana')
    .optional(),
  definition: z.string().min(1),
  avoid: z.array(z.string().min(1)).optional(),
});
export type TermWords = z.infer<typeof termWords>;
/** Of a definition in English: it opens at the word. */
const MOST_WORDS = 25;

export const termSchema = z
  .strictObject({
    risk: z.literal('high').optional(),
    related: z.array(z.string().min(1)).optional(),
    ...wordsByLocale(termWords, termWords.optional()),
  })
  .superRefine((entry, context) => {
    for (const locale of LOCALE_IDS) {
      const words = entry[locale];
      if (!words) continue;
      const fault = (message: string, field = 'reading') =>
        context.addIssue({ code: 'custom', message, path: [locale, field] });
      const isEnglish = locale === 'en-US' || locale === 'en-GB';
      if (isEnglish && words.definition.split(/\s+/).length > MOST_WORDS)
        fault(`is longer than ${MOST_WORDS} words`, 'definition');
      if (!isEnglish && !/[。.]$/.test(words.definition)) fault('must end with 。', 'definition');
      if (locale !== 'ja' && words.reading) fault('only Japanese terms have a reading');
      if (locale === 'ja' && !words.reading && !/^[ぁ-ヺー・]+$/.test(mainTerm(words.term)))
        fault('a term that is not in kana alone needs its reading in hiragana');
    }
  });

/** A term without the other name behind it: '板（注文板）' → '板'. */
export const mainTerm = (term: string) => term.replace(/（.*）$/, '');
/** The other name behind it: '板（注文板）' → '注文板'. */
export const otherTerm = (term: string): string | undefined => /（(.*)）$/.exec(term)?.[1];

/** Related terms exist, and no term is the same word as another of its locale. */
export const glossarySchema = z.record(z.string(), termSchema).superRefine((glossary, context) => {
  const ids = Object.keys(glossary);
  const firstOf = new Map<string, string>();
  for (const [id, entry] of Object.entries(glossary)) {
    if (ids.length > 1 && !entry.related?.length)
      context.addIssue({ code: 'custom', message: 'names no related term', path: [id] });
    for (const [at, related] of (entry.related ?? []).entries()) {
      const fault = (message: string) => context.addIssue({ code: 'custom', message, path: [id, 'related', at] });
      if (related === id) fault('a term is not related to itself');
      else if (!ids.includes(related)) fault(`no term '${related}'; ${suggestion(related, ids)}`);
    }
    for (const locale of LOCALE_IDS) {
      const words = entry[locale];
      if (!words) continue;
      const key = `${locale} ${folded(mainTerm(words.term))}`;
      const first = firstOf.get(key);
      const message = `'${words.term}' is already the term of '${first}'`;
      if (first) context.addIssue({ code: 'custom', message, path: [id, locale, 'term'] });
      else firstOf.set(key, id);
    }
  }
});
export type Glossary = z.infer<typeof glossarySchema>;

/** The entries of a table that are as they should be. */
export function validEntries<T>(
  table: unknown,
  schema: { safeParse: (entry: unknown) => { data?: T } },
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(Object(table) as Record<string, unknown>).flatMap(([id, entry]) => {
      const { data } = schema.safeParse(entry);
      return data === undefined ? [] : [[id, data]];
    }),
  );
}

/** Of a glossary that is being written, what can be shown: terms with English words, and their words that are whole. */
export function writtenTerms(table: unknown): Glossary {
  const written = validEntries(table, z.looseObject({ [DEFAULT_LOCALE]: termWords, related: z.unknown().optional() }));
  const shown = Object.entries(written).map(([id, { related, ...entry }]) => {
    const known = Array.isArray(related) ? related.filter((term) => lookUp(written, String(term))) : [];
    return [id, { ...validEntries(entry, termWords), related: known }];
  });
  return Object.fromEntries(shown) as Glossary;
}

const forbidden = z
  .strictObject({
    word: z.string().min(1).optional(),
    pattern: z.string().min(1).refine(isPattern, 'is no regular expression').optional(),
    write: z.string().min(1),
    except: z.array(z.string().min(1)).optional(),
    /** Does not hold for the locales that take over the rows of en-US */
    own: z.literal(true).optional(),
  })
  .refine(({ word, pattern }) => (word === undefined) !== (pattern === undefined), {
    message: 'needs either a word or a pattern',
  });
function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'giu'));
  } catch {
    return false;
  }
}
export const wordingSchema = z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.array(forbidden));
export type Wording = z.infer<typeof wordingSchema>;

const years = z.int('is no whole number').min(15, 'is too low for an age').max(25, 'is too high for an age');
const applications = z.enum(['taken', 'refused']);
export const ruleSource = z
  .strictObject({
    name: z.string().min(1),
    address: httpsAddress.optional(),
    asOf: isoDate,
    checked: z.union([z.literal('never'), isoDate], 'is neither a day such as 2026-11-21 nor never'),
    seen: z.url({ protocol: /^https?$/, error: 'is no address' }).optional(),
    status: z.enum(['confirmed', 'under review']),
    note: z.string().optional(),
  })
  .refine(({ checked, status }) => (checked !== 'never') === (status === 'confirmed'), {
    message: 'confirmed is what was checked on a day; what was checked never is under review',
    path: ['status'],
  });

/** An ISO 3166-1 alpha-2 code that Intl knows; an alias such as UK for GB is invalid. */
export const country = z.string().refine(isCountry, {
  error: ({ input }) => `'${input}' is no country code, such as JP (quote 'NO')`,
});
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || REGIONS.of(code) === undefined) return false;
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

/** The highest limit is 50 today: more than twice as much is a typing error. */
const MOST_LEVERAGE = 100;

export const jurisdictionRow = z
  .strictObject({
    source: z.string(),
    countries: z.array(country).min(1),
    age: years.optional(),
    applications: applications.optional(),
    leverage: z
      .partialRecord(
        z.enum(LEVERAGE_CLASSES),
        z.number().min(1, 'is less than 1, which is no leverage').max(MOST_LEVERAGE, 'is more than any rule allows'),
      )
      .optional(),
    notices: z.array(z.enum(keysOf(NOTICE_WORDS))).optional(),
    trading: z.enum(keysOf(TRADING_WORDS)).optional(),
    protection: z.array(z.enum(keysOf(PROTECTION))).optional(),
    products: z.array(z.enum(PRODUCTS)).optional(),
    unadvised: z.array(z.enum(PRODUCTS)).optional(),
  })
  .refine(
    ({ age, applications: taken, leverage, notices, protection, unadvised }) =>
      age ?? taken ?? leverage ?? notices ?? protection ?? unadvised,
    { message: 'says nothing: it needs age, applications, leverage, notices, protection or unadvised' },
  )
  .refine(({ leverage, notices, trading }) => !trading || (notices && !leverage), {
    message: 'needs a notice that explains it, in a row without leverage',
    path: ['trading'],
  })
  .refine(({ leverage, notices, protection, products }) => !products || ((notices ?? protection) && !leverage), {
    message: 'are those of notices or protection, in a row without leverage',
    path: ['products'],
  });

export const jurisdictionsSchema = z
  .strictObject({
    sources: z.record(z.string(), ruleSource),
    default: z.strictObject({ source: z.string(), age: years, applications }),
    rows: z.array(jurisdictionRow),
  })
  .superRefine(({ sources, default: standard, rows }, context) => {
    const firstRows = new Map<string, number>();
    const used = new Set([standard.source]);
    const fault = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path });
    if (!Object.hasOwn(sources, standard.source))
      fault(`no source '${standard.source}' below sources`, 'default', 'source');
    for (const [
      index,
      { source, countries, age, applications: taken, leverage = {}, notices = [], protection = [], unadvised = [] },
    ] of rows.entries()) {
      used.add(source);
      if (!Object.hasOwn(sources, source)) fault(`no source '${source}' below sources`, 'rows', index, 'source');
      const statements = [
        ...(age ? ['age'] : []),
        ...(taken ? ['applications'] : []),
        ...Object.keys(leverage).map((of) => `leverage of ${of}`),
        ...notices.map((key) => `notice ${key}`),
        ...protection.map((key) => `protection ${key}`),
        ...unadvised.map((product) => `no recommendation of ${product}`),
      ];
      for (const statement of countries.flatMap((code) => statements.map((what) => `${code}: ${what}`))) {
        const before = firstRows.get(statement);
        if (before !== undefined) fault(`${statement} stands in row ${before + 1} already`, 'rows', index);
        firstRows.set(statement, index);
      }
      if (taken === 'refused' && lookUp(sources, source)?.status !== 'confirmed') {
        fault('applications are refused only by a source that is confirmed', 'rows', index, 'applications');
      }
    }
    for (const id of Object.keys(sources).filter((source) => !used.has(source)))
      fault('no row names this source', 'sources', id);
  });

/** A schema without what makes it optional; of several, the one with fields. */
export function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodUnion) return schema.options.find((option) => option instanceof z.ZodObject);
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? bare(schema.unwrap()) : schema;
}

/** Shapes of everything editors and translators write. Used by Astro's collections and by `npm run content`. */
import { z } from 'astro/zod';
import { LOCALE_IDS, type Locale } from '../i18n/locales.ts';

const isoDate = z
  .union([z.date().transform((date) => date.toISOString().slice(0, 10)), z.string()])
  .pipe(z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'write the date as 2026-11-21'));

const siteLink = z.string().regex(/^\/(?!\/)/, 'write a site path without a locale, such as /service/forex');

/** Written by `npm run translations -- done`: the en-US file that the translation was made from. */
const source = z.strictObject({ body: z.string(), sections: z.array(z.string()) });

/** A translation in progress: it is not published, the English page is shown in its place. */
const draft = z.literal(true).optional();

export const pageSchema = z.strictObject({
  title: z.string().min(1),
  heading: z.string().min(1).optional(),
  description: z.string().min(25).max(170),
  lead: z.string().min(1),
  actions: z
    .array(z.strictObject({ text: z.string().min(1), href: siteLink }))
    .max(2)
    .default([]),
  level: z.enum(['basics', 'intermediate']).optional(),
  reviewed: isoDate.optional(),
  source: source.optional(),
  draft,
});
export type PageData = z.infer<typeof pageSchema>;

export const noticeSchema = z.strictObject({ title: z.string().min(1), source: source.optional(), draft });

export const newsSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(25).max(170),
  lead: z.string().min(1),
  date: isoDate,
  source: source.optional(),
  draft,
});

/** Words of each locale. */
const localeLists = z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.array(z.string().min(1)));

export const factSchema = z
  .strictObject({
    value: z.union([z.number(), z.tuple([z.number(), z.number()])]),
    qualifier: z.enum(['exactly', 'plus', 'over', 'from', 'upTo', 'range']),
    unit: z.enum(['count', 'percent', 'USD', 'EUR']),
    per: z.enum(['share', 'contract', 'order']).optional(),
    asOf: isoDate,
    source: z.string().min(1),
    status: z.enum(['confirmed', 'under review']),
    note: z.string().optional(),
    beside: localeLists.optional(),
  })
  .refine((fact) => Array.isArray(fact.value) === (fact.qualifier === 'range'), {
    message: 'a range has two values, anything else has one',
  });
export type Fact = z.infer<typeof factSchema>;

const termWords = z.strictObject({
  term: z.string().min(1),
  definition: z.string().min(1),
  avoid: z.array(z.string().min(1)).optional(),
});
export type TermWords = z.infer<typeof termWords>;
export const termSchema = z.strictObject({
  risk: z.literal('high').optional(),
  'en-US': termWords,
  'en-GB': termWords.optional(),
  ja: termWords,
  tw: termWords,
  cn: termWords,
});
export const glossarySchema = z.record(z.string(), termSchema);
export type Glossary = z.infer<typeof glossarySchema>;

const forbidden = z.strictObject({
  word: z.string().min(1),
  write: z.string().min(1),
  except: z.array(z.string().min(1)).optional(),
});
export const wordingSchema = z.partialRecord(z.enum(LOCALE_IDS as [Locale, ...Locale[]]), z.array(forbidden));
export type Wording = z.infer<typeof wordingSchema>;

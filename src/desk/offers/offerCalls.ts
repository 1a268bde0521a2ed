/** Calls for what is offered beside a text. */
import { z } from 'zod';
import { LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { defineCall } from '../server/defineCall.ts';
import { knownNow } from '../server/known.ts';
import { earlierTexts } from './earlierTexts.ts';
import { insertable } from './insertable.ts';
import { pieceOffers } from './pieces.ts';
import { sectionOffers } from './sectionOffers.ts';
import { shownTag } from './shownTags.ts';
import { suggesterFor, suggestion } from './suggest.ts';

/** In characters: longer than every piece that somebody would look for. */
const LONGEST_SEARCH = 2000;

const locale = z.enum(LOCALE_IDS as [Locale, ...Locale[]]);
const tag = z.strictObject({ name: z.string(), attributes: z.record(z.string(), z.string()) });

export const offerCalls = {
  insertable: defineCall(z.strictObject({ locale }), (input) => insertable(knownNow(), input.locale)),
  /** What the tags show, in their order. */
  shownTags: defineCall(z.strictObject({ locale, tags: z.array(tag) }), (input) =>
    input.tags.map((tag) => shownTag(tag, input.locale, knownNow())),
  ),
  /** Of one section: its English text, null on an English page, and its own as it is edited. */
  sectionOffers: defineCall(z.strictObject({ locale, english: z.string().nullable(), own: z.string() }), (input) =>
    sectionOffers(knownNow(), input.locale, input.english, input.own),
  ),
  /** What like pieces were translated to. */
  pieceOffers: defineCall(z.strictObject({ locale, english: z.string(), own: z.string() }), async (input) =>
    pieceOffers(input.english, input.own, (await earlierTexts(input.locale)).find),
  ),
  /** Earlier texts by words of either language. */
  searchMemory: defineCall(z.strictObject({ locale, words: z.string().max(LONGEST_SEARCH) }), async (input) =>
    (await earlierTexts(input.locale)).search(input.words),
  ),
  /** Whom suggestions come from; null where there are none. */
  suggester: defineCall(z.strictObject({ locale }), (input) => suggesterFor(input.locale)?.url.host ?? null),
  /** Sends one piece of an English section to the machine. */
  suggest: defineCall(z.strictObject({ locale, english: z.string(), piece: z.string() }), (input) => suggestion(input)),
};

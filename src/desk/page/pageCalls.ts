/** Calls for one page in one language. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { wordsOfOpening } from '../../authoring/reading/sections.ts';
import { placesStillEnglish } from '../../authoring/translation/recordProgress.ts';
import type { State } from '../../authoring/translation/states.ts';
import { contentFile, readText, textStatus } from '../../authoring/translation/translations.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { roomAddress } from '../../routes.ts';
import type { Offers } from '../fields/form.ts';
import { type JsonSchema, type Shape, shapeOf } from '../fields/shape.ts';
import { titleOf } from '../offers/insertable.ts';
import { defineCall } from '../server/defineCall.ts';
import { Refused, readContent, type SaveAnswer, saveContent } from '../server/files.ts';
import { knownNow } from '../server/known.ts';
import { type Piece, piecesOf } from './marks.ts';
import {
  type PageSection,
  type PageText,
  ROOM_SCHEMAS,
  readPageText,
  roomOf,
  withEdit,
  withHeadMended,
} from './pageFile.ts';
import { type PlacedProblem, problemsOf } from './problems.ts';
import { begin } from './recordCalls.ts';
import { localOf, pairsOf, type ReviewSection } from './texts.ts';

export interface EnglishSection {
  id: string;
  heading: string;
  /** As written; '' if it is gone */
  text: string;
  /** The id that it had when the translation was made; null if it is new, or if nobody has recorded that */
  was: string | null;
  /** What has happened to it since */
  kind: ReviewSection['kind'];
  /** What all languages have of it, with what has changed since */
  pieces: Piece[];
  /** What only English has of it */
  local: Piece[];
}

export interface OpenPage extends PageText {
  file: string;
  digest: string;
  /** False: nothing is written yet */
  exists: boolean;
  /** The same page in English; null on the English one */
  english: {
    file: string;
    fields: Record<string, unknown>;
    /** The words of fields that have changed since the translation was made */
    changedFields: Record<string, Piece[]>;
    /** Also those that are gone */
    sections: EnglishSection[];
  } | null;
  /** The fields that a page of this kind may have */
  shape: Shape;
  offers: Offers;
  problems: PlacedProblem[];
  /** Of the translation; null of the English text, and without one */
  state: State | null;
  /** The places of the sections that are still in English */
  stillEnglish: number[];
  /** Where the text is edited in each language, English first; empty without an English text */
  languages: { locale: Locale; state: State | null; edit: string }[];
}

export type SavePageAnswer = { saved: OpenPage; before: string } | { changed: OpenPage };

const locale = z.enum(LOCALE_IDS as [Locale, ...Locale[]]);
const page = z.string().regex(/^(?:pages|news|notices|support)\/[\w/.-]+$/);
const aPage = z.strictObject({ locale, page });
const edit = {
  head: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  sections: z.array(z.strictObject({ at: z.int().min(0), text: z.string() })).optional(),
};
const editOfPage = z.strictObject({ ...aPage.shape, digest: z.string(), ...edit });

const fileOf = (of: Locale, name: string) => `${of}/${name}.mdx`;

/** A page as the desk edits it. */
export function openPage(of: Locale, name: string, dir = CONTENT_DIR): OpenPage {
  const file = fileOf(of, name);
  const { text: raw, digest } = readContent(file, dir);
  const exists = digest !== '';
  const pageText = readPageText(raw);
  const languages = languagesOf(name, dir);
  return {
    ...pageText,
    sections: of === DEFAULT_LOCALE ? pageText.sections : withSharedIds(pageText.sections, of, name, dir),
    file,
    digest,
    exists,
    english: of === DEFAULT_LOCALE ? null : englishOf(of, name, dir),
    shape: shapeOf(z.toJSONSchema(ROOM_SCHEMAS[roomOf(name)], { io: 'input', unrepresentable: 'any' }) as JsonSchema),
    offers: offersOf(of, name, dir),
    problems: exists ? problemsOf(of, name, raw, {}, dir) : [],
    state: languages.find(({ locale: one }) => one === of)?.state ?? null,
    stillEnglish: of === DEFAULT_LOCALE ? [] : placesStillEnglish(of, name, dir),
    languages,
  };
}

function languagesOf(name: string, dir: string): OpenPage['languages'] {
  if (!existsSync(contentFile(DEFAULT_LOCALE, name, dir))) return [];
  return LOCALE_IDS.map((id) => ({
    locale: id,
    state: id === DEFAULT_LOCALE ? null : textStatus(id, name, dir).state,
    edit: `/_desk/edit/${id}/${name}`,
  }));
}

/** The pages and articles that a help article may name as related. */
function offersOf(of: Locale, name: string, dir: string): Offers {
  if (roomOf(name) !== 'support') return {};
  const known = knownNow(dir);
  const others = known.paths.filter((path) => path !== roomAddress(name));
  return { related: others.map((id) => ({ id, shown: titleOf(known, of, id) })) };
}

/** A translation's sections under the ids of the English ones. */
function withSharedIds(sections: PageSection[], of: Locale, name: string, dir: string): PageSection[] {
  const { translatedParts } = readText(of, name, dir);
  return sections.map((section, at) => ({ ...section, id: translatedParts?.[at]?.id ?? section.id }));
}

/** The English page, with what has changed in it since a translation was made. */
function englishOf(of: Locale, name: string, dir: string): OpenPage['english'] {
  const file = fileOf(DEFAULT_LOCALE, name);
  const { text: raw, digest } = readContent(file, dir);
  if (digest === '') return null;
  const { fields, sections: written } = readPageText(raw);
  const { parts, record } = readText(of, name, dir);
  if (!parts) {
    const sections = written.map((section): EnglishSection => {
      return { ...section, was: null, kind: 'same', pieces: unchanged(section.text), local: [] };
    });
    return { file, fields, changedFields: {}, sections };
  }
  const texts = new Map(written.map(({ id, text }) => [id, text]));
  const pairs = pairsOf(parts, record);
  const sections = pairs.map(({ old, part, kind }): EnglishSection => {
    const { id = '', heading = '' } = part ?? old ?? {};
    const [before, after] = [old, part].map((words) => wordsBelow(id, words?.shown ?? ''));
    return {
      id,
      heading,
      text: part ? (texts.get(id) ?? '') : '',
      was: record ? (old?.id ?? null) : null,
      // What has changed in front matter is marked at its field.
      kind: id === '' && before === after ? 'same' : kind,
      pieces: piecesOf(before ?? '', after ?? ''),
      local: unchanged(localOf(part)),
    };
  });
  const opening = pairs.find(({ old, part }) => old?.id === '' && part?.id === '');
  return {
    file,
    fields,
    changedFields: changedFields(opening?.old?.shown ?? '', opening?.part?.shown ?? ''),
    sections,
  };
}

const unchanged = (text: string) => piecesOf(text, text);

/** The words of a section without front matter, which is edited in fields. */
const wordsBelow = (id: string, shown: string) => (id === '' ? wordsOfOpening(shown).text : shown).trim();

function changedFields(before: string, after: string): Record<string, Piece[]> {
  const [old, now] = [before, after].map((shown) => wordsOfOpening(shown).fields);
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  const changed = names.filter((name) => old?.get(name) !== now?.get(name));
  return Object.fromEntries(changed.map((name) => [name, piecesOf(old?.get(name) ?? '', now?.get(name) ?? '')]));
}

export function savePage(
  { locale: of, page: name, digest, ...changes }: z.output<typeof editOfPage>,
  dir = CONTENT_DIR,
): SavePageAnswer {
  const file = fileOf(of, name);
  const now = readContent(file, dir);
  // Places of sections are those of the text that was edited.
  const answer: SaveAnswer =
    now.digest === digest
      ? saveContent({ file, digest, text: withEdit(now.text, name, changes).raw }, dir)
      : { changed: now };
  const opened = openPage(of, name, dir);
  return 'saved' in answer ? { saved: opened, before: answer.before } : { changed: opened };
}

export const pageCalls = {
  openPage: defineCall(aPage, (input) => openPage(input.locale, input.page)),
  savePage: defineCall(editOfPage, (input) => savePage(input)),
  /** Of the text as it is edited; `isStale` if the file has changed meanwhile. */
  pageProblems: defineCall(editOfPage, ({ locale: of, page: name, digest, ...changes }) => {
    const now = readContent(fileOf(of, name));
    if (now.digest !== digest) return { isStale: true, problems: [] };
    return { isStale: false, problems: problemsOf(of, name, now.text, changes) };
  }),
  /** Makes a mending of front matter that is of no field alone. */
  mendHead: defineCall(
    z.strictObject({
      ...editOfPage.shape,
      mending: z.strictObject({ from: z.int().min(0), to: z.int().min(0), text: z.string() }),
    }),
    ({ locale: of, page: name, digest, mending, ...changes }) => {
      const now = readContent(fileOf(of, name));
      if (now.digest !== digest)
        throw new Refused('The file has changed meanwhile', 'save, then look at both texts', 409);
      const { fault, ...mended } = withHeadMended(now.text, name, changes, mending);
      if (fault) throw new Refused(`It would break these lines: ${fault.reason}`, 'mend it by hand');
      return mended;
    },
  ),
  /** Lays out a translation: the English text, to be written over, not published. */
  beginTranslation: defineCall(aPage, (input) => {
    begin(input);
    return openPage(input.locale, input.page);
  }),
};

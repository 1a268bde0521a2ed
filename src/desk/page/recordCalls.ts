/** Calls that record what was done to a translation: what `npm run translations` does, with its words. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { actNow } from '../../authoring/translation/act.ts';
import { intendedFile } from '../../authoring/translation/intendedDifferences.ts';
import { recordFile, TRANSLATED } from '../../authoring/translation/recordFiles.ts';
import { recordIntended } from '../../authoring/translation/recordIntended.ts';
import {
  acceptChanges,
  layOut,
  Refusal,
  recordReview,
  recordSource,
  tidyRecords,
} from '../../authoring/translation/recordProgress.ts';
import { contentFile } from '../../authoring/translation/translations.ts';
import { keepLegalTexts } from '../../authoring/translation/versions.ts';
import { isWords } from '../../authoring/translation/words.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { ACT_WORDS } from '../frame/deskWords.ts';
import { withButton } from '../server/commandButtons.ts';
import { defineCall } from '../server/defineCall.ts';
import { Refused, withoutLinks } from '../server/files.ts';
import { checkText } from './texts.ts';

const aText = {
  locale: z.enum(TRANSLATED as [Locale, ...Locale[]]),
  /** 'pages/service/bonds', 'ui' */
  page: z.string(),
};
const text = z.strictObject(aText);
/** Without ids, the whole text */
const parts = z.strictObject({ ...aText, ids: z.array(z.string()).optional() });

type Named = z.output<typeof text>;

/** Records something of a text that there is. What the records refuse is told with the names of the desk's buttons. */
function record<Answer>(of: Named, write: () => Answer, dir: string): Answer {
  checkText(of, [contentFile, recordFile, intendedFile], dir);
  try {
    return write();
  } catch (error) {
    if (error instanceof Refusal) throw new Refused(withButton(error.message, error.command), '');
    throw error;
  }
}

const count = (words: string, made: readonly unknown[]) =>
  ({ told: made.length > 0 ? `${words} ${made.length}` : ACT_WORDS.nothingNew }) as const;

/** Lays out a translation: the English text, to be written over, not published. */
export const begin = (of: Named, dir = CONTENT_DIR): void =>
  record(
    of,
    () => {
      const isThere = existsSync(contentFile(of.locale, of.page, dir));
      if (isThere || isWords(of.page) || !existsSync(contentFile(DEFAULT_LOCALE, of.page, dir)))
        throw new Refused('The translation exists already, or there is no English page', 'reload the page');
      layOut(of.locale, of.page, dir);
    },
    dir,
  );

export const recordTranslated = ({ ids, ...of }: z.output<typeof parts>, dir = CONTENT_DIR) =>
  count(
    ACT_WORDS.toldDone,
    record(of, () => recordSource(of.locale, of.page, actNow(), dir, named(ids)), dir),
  );

export const acceptEnglish = ({ ids, ...of }: z.output<typeof parts>, dir = CONTENT_DIR) =>
  count(
    ACT_WORDS.toldAccept,
    record(of, () => acceptChanges(of.locale, of.page, named(ids), actNow(), dir), dir),
  );

export const recordReviewed = ({ ids, ...of }: z.output<typeof parts>, dir = CONTENT_DIR) => {
  record(of, () => recordReview(of.locale, of.page, actNow(), dir, named(ids)), dir);
  return { told: ACT_WORDS.toldReviewed };
};

/** Those with this key and words: a section may lose the same thing twice. */
export const markIntended = ({ key, ...of }: Named & { key: string }, dir = CONTENT_DIR) =>
  count(
    ACT_WORDS.toldIntended,
    record(
      of,
      () => recordIntended(of.locale, of.page, (found) => found.filter((difference) => difference.key === key), dir),
      dir,
    ),
  );

/** Keeps the legal texts of today, and forgets translations that are gone. */
export function keepTexts(dir = CONTENT_DIR) {
  for (const folder of ['.versions/legal', '.translations']) withoutLinks(folder, dir);
  const [kept, forgotten] = [keepLegalTexts(dir), tidyRecords(dir)];
  if (kept.length + forgotten.length === 0) return { told: ACT_WORDS.nothingNew };
  return { told: `${ACT_WORDS.toldKept} ${kept.length}. ${ACT_WORDS.toldForgotten} ${forgotten.length}.` };
}

/** The opening has a name where people type ids. */
const named = (ids: readonly string[] = []) => ids.map((id) => id || 'opening');

export const recordCalls = {
  recordTranslated: defineCall(parts, (input) => recordTranslated(input)),
  acceptEnglish: defineCall(parts, (input) => acceptEnglish(input)),
  recordReviewed: defineCall(parts, (input) => recordReviewed(input)),
  keepTexts: defineCall(z.strictObject({}), () => keepTexts()),
  markIntended: defineCall(z.strictObject({ ...aText, key: z.string() }), (input) => markIntended(input)),
};

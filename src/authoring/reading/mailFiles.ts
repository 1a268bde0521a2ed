/** Reads the texts of mails for the content rules. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource, readText, type Source } from '../../catalogue/content.ts';
import { type MailName, mailFile, paragraphsOf } from '../../catalogue/mails.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type Passage, placesIn } from './passages.ts';

export interface MailFile extends Source {
  /** Relative to the content folder: 'ja/mail/applicationReceived.md' */
  file: string;
  /** The subject and the paragraphs, with their placeholders */
  passages: Passage[];
}

/** Null if the locale has no such file. */
export function readMail(dir: string, locale: Locale, name: MailName): MailFile | null {
  const file = mailFile(locale, name);
  if (!existsSync(join(dir, file))) return null;
  const raw = readText(join(dir, file));
  const source = parseSource(raw);
  const subject = { text: String(source.frontMatter.subject ?? ''), line: source.lineOf(['subject']) };
  const paragraphs = paragraphsOf(source.body).map(({ text, line }) => ({ text, line: line + source.bodyLine - 1 }));
  const passages = [subject, ...paragraphs].map(({ text, line }) => ({
    text,
    lineAt: (at: number) => line + text.slice(0, at).split('\n').length - 1,
    placeAt: placesIn(raw, 0, raw.length, text),
  }));
  return { ...source, file, passages };
}

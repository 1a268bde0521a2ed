/**
 * What editors tell each other of a text: content/.remarks/<locale>/<text>.jsonl. Each line is a question at a section,
 * an answer, that a question is settled, or to whom the text is given. Lines are only added, and git joins those of two
 * branches (merge=union in .gitattributes), so what stands now follows from all of them in the order of their times.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Act, nameOf } from '../../authoring/translation/actText.ts';
import { CONTENT_DIR, filesBelow } from '../../catalogue/content.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';

export const REMARKS_FOLDER = '.remarks';
export const remarksFile = (locale: Locale, page: string, dir = CONTENT_DIR) =>
  join(dir, REMARKS_FOLDER, locale, `${page}.jsonl`);

const words = z.string().trim().min(1);
const question = { question: z.string() };
const line = z.union([
  /** `section`: its id in English; '' for the opening */
  z.strictObject({ ...question, by: z.string(), section: z.string(), asks: words }),
  z.strictObject({ ...question, by: z.string(), answers: words }),
  z.strictObject({ ...question, by: z.string(), settles: z.literal(true) }),
  /** '' gives it to nobody */
  z.strictObject({ by: z.string(), gives: z.string() }),
]);
type Line = z.output<typeof line>;

export interface Question {
  id: string;
  section: string;
  asks: string;
  by: Act;
  answers: { answers: string; by: Act }[];
  /** Who has settled it; null while it is open */
  settled: Act | null;
}

export interface Remarks {
  questions: Question[];
  /** Who is to work on the text, and who has said so; null if nobody is */
  given: { to: string; by: Act } | null;
}

/** A line that cannot be read counts for nothing, such as the mark of a conflict. */
function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return line.safeParse(JSON.parse(text)).data ?? [];
      } catch {
        return [];
      }
    });
  const timeOf = ({ by }: Line) => by.split(' ', 1)[0] ?? '';
  return lines.sort((one, other) => timeOf(one).localeCompare(timeOf(other), 'en'));
}

/** What stands in the file of a text. */
export function readRemarks(locale: Locale, page: string, dir = CONTENT_DIR): Remarks {
  const lines = linesOf(remarksFile(locale, page, dir));
  const questions = new Map<string, Question>();
  for (const line of lines)
    if ('asks' in line) {
      const { question: id, section, asks, by } = line;
      questions.set(id, { id, section, asks, by, answers: [], settled: null });
    }
  let given: Remarks['given'] = null;
  for (const line of lines) {
    if ('gives' in line) given = line.gives ? { to: line.gives, by: line.by } : null;
    else if ('answers' in line) questions.get(line.question)?.answers.push({ answers: line.answers, by: line.by });
    else if ('settles' in line && questions.has(line.question))
      (questions.get(line.question) as Question).settled ??= line.by;
  }
  return { questions: [...questions.values()], given };
}

/** Adds a line to the file of a text. */
export function addRemark(locale: Locale, page: string, remark: Line, dir = CONTENT_DIR): void {
  const path = remarksFile(locale, page, dir);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(remark)}\n`);
}

export const newQuestion = () => randomBytes(6).toString('hex');

export interface Remarked extends Remarks {
  locale: Locale;
  page: string;
}

/** The remarks on all texts. */
export function allRemarks(dir = CONTENT_DIR): Remarked[] {
  const folder = join(dir, REMARKS_FOLDER);
  if (!existsSync(folder)) return [];
  return filesBelow(folder)
    .sort()
    .flatMap((path) => {
      const [, locale = '', page = ''] = /^([^/]+)\/(.+)\.jsonl$/.exec(path) ?? [];
      return isLocale(locale) && page ? [{ locale, page, ...readRemarks(locale, page, dir) }] : [];
    });
}

/** Texts given to somebody, and open questions that wait for them: of their texts, and their own with an answer of another. */
export function remarksFor(name: string, dir = CONTENT_DIR): Remarked[] {
  return allRemarks(dir)
    .map((text) => {
      const isTheirs = text.given?.to === name;
      const waits = ({ by, answers, settled }: Question) => {
        const last = nameOf(answers.at(-1)?.by ?? by);
        return !settled && last !== name && (isTheirs || nameOf(by) === name);
      };
      return { ...text, given: isTheirs ? text.given : null, questions: text.questions.filter(waits) };
    })
    .filter(({ given, questions }) => given || questions.length > 0);
}

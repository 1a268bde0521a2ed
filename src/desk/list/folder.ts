/** What the list of the desk shows of the whole folder: every text in every language, and every problem. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isMendable } from '../../authoring/mend.ts';
import { type TranslationStatus, translationStatuses } from '../../authoring/translation/translations.ts';
import { commandName, isWords, wordFile } from '../../authoring/translation/words.ts';
import { CONTENT_DIR, mdxFiles, parseSource, readText } from '../../catalogue/content.ts';
import type { Problem } from '../../catalogue/problem.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';
import { beginsOn } from '../page/begins.ts';
import { addressOf, editAddress } from '../page/texts.ts';
import { withButton } from '../server/commandButtons.ts';
import { Refused } from '../server/files.ts';
import { stateOf } from '../server/known.ts';
import { TABLE_WORDS } from '../table/tableWords.ts';
import { kindOf, type TextKind } from './kinds.ts';

export interface ListedText {
  /** 'pages/service/bonds', 'ui', 'mail/userReset' */
  page: string;
  /** As it is called: 'service/bonds' */
  name: string;
  /** Its title, or its subject, in its language, else in English; '' if it has none */
  title: string;
  kind: TextKind;
  locale: Locale;
  /** The day from which readers see it as it is written, of news and legal texts; '' of others */
  from: string;
  /** Relative to the content folder */
  file: string;
  /** Of the translation; 'written' of the English text */
  state: TranslationStatus['state'] | 'written';
  /** How many sections have changed in English since */
  changes: number;
  isReviewed: boolean;
  /** Addresses in the desk, and of its page on the site; null if there are none */
  edit: string | null;
  compare: string | null;
  site: string | null;
}

export interface ListedProblem extends Problem {
  /** The text and the language that it is in; null if it is in no text of the list */
  page: string | null;
  locale: Locale | null;
  /** Where the desk edits that text; null if it does not */
  edit: string | null;
  /** Its file for editors on this machine */
  shown: string;
  /** True if the desk can mend it */
  isMendable: boolean;
}

export interface Reading<Value> {
  state: string;
  value: Value;
}

const texts = new Map<string, Reading<ListedText[]>>();
const problems = new Map<string, Reading<Promise<ListedProblem[]>>>();

/** Changes with each file of the folder, also with those that commands write. */
function stateOfFolder(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${stateOf(path)}`)
    .sort()
    .join('\n');
}

/** What was read of a folder, or, if a file of it has changed since, what is read now. */
export function readOnce<Value>(readings: Map<string, Reading<Value>>, dir: string, make: () => Value): Value {
  const state = stateOfFolder(dir);
  const before = readings.get(dir);
  if (before?.state === state) return before.value;
  const value = make();
  readings.set(dir, { state, value });
  return value;
}

/** Every text in every language. */
export const listTexts = (dir = CONTENT_DIR): ListedText[] => readOnce(texts, dir, () => textsIn(dir));

function textsIn(dir: string): ListedText[] {
  const statuses = translationStatuses(dir);
  const words = [...new Set(statuses.map(({ page }) => page).filter(isWords))];
  const fileOf = (page: string, locale: Locale) => (isWords(page) ? wordFile(page, locale) : `${locale}/${page}.mdx`);
  const headIn = memo((file: string) => headOf(join(dir, file)));
  const text = (page: string, locale: Locale): Omit<ListedText, 'state' | 'changes' | 'isReviewed'> => ({
    edit: editAddress(page, locale),
    compare: locale === DEFAULT_LOCALE ? null : `/_desk/review/${locale}/${page}`,
    site: isWords(page) ? null : addressOf(page, locale),
    page,
    locale,
    name: commandName(page),
    title:
      lookUp(TABLE_WORDS.table, page) ??
      (headIn(fileOf(page, locale)).title || headIn(fileOf(page, DEFAULT_LOCALE)).title),
    kind: kindOf(page),
    from: headIn(fileOf(page, locale)).from,
    file: fileOf(page, locale),
  });
  const english = [...mdxFiles(DEFAULT_LOCALE, dir), ...words].map((page): ListedText => {
    return { ...text(page, DEFAULT_LOCALE), state: 'written', changes: 0, isReviewed: false };
  });
  const others = statuses.map(({ page, locale, state, changes, reviewed }): ListedText => {
    return { ...text(page, locale), state, changes: changes.length, isReviewed: reviewed !== undefined };
  });
  return [...english, ...others];
}

/** The title of a page or the subject of a mail, and the day from which readers see it; '' if there is none. */
function headOf(path: string): Pick<ListedText, 'title' | 'from'> {
  if (!/\.mdx?$/.test(path) || !existsSync(path)) return { title: '', from: '' };
  const { frontMatter } = parseSource(readText(path));
  return { title: String(frontMatter.title ?? frontMatter.subject ?? ''), from: beginsOn(frontMatter) };
}

/** What ends the process that looks through a folder, as long as it runs. */
const running = new Map<string, AbortController>();

/**
 * Every problem, as `npm run content` finds them. Another process looks for them, so that the desk answers meanwhile. If a
 * file changes while it runs, this ends it, starts another one, and answers all calls with what that one finds.
 */
export const listProblems = (dir = CONTENT_DIR): Promise<ListedProblem[]> =>
  readOnce(problems, dir, () => {
    running.get(dir)?.abort();
    const stop = new AbortController();
    running.set(dir, stop);
    const found = problemsIn(dir, stop.signal);
    found
      .catch(() => !stop.signal.aborted && problems.delete(dir))
      .finally(() => running.get(dir) === stop && running.delete(dir));
    return found;
  });

async function problemsIn(dir: string, signal: AbortSignal): Promise<ListedProblem[]> {
  const env = { ...process.env, CONTENT_DIR: relative(process.cwd(), dir) };
  const out = await new Promise<string>((done) => {
    const args = ['src/tools/content.ts', '--json'];
    const options = { env, maxBuffer: 2 ** 28, signal };
    execFile(process.execPath, args, options, (_error, stdout, stderr) => done(stdout || stderr));
  });
  if (signal.aborted) return listProblems(dir);
  let found: Problem[];
  try {
    found = JSON.parse(out);
  } catch {
    throw new Refused(`The problems cannot be looked for: ${out.trim().split('\n')[0]}`, 'ask a developer');
  }
  return found.map((problem) => {
    const file = relative(dir, resolve(problem.file)).replaceAll('\\', '/');
    const { page, locale } = textAt(file);
    const edit = page && editAddress(page, locale ?? DEFAULT_LOCALE);
    return {
      ...problem,
      file,
      page,
      locale,
      edit,
      shown: problem.file,
      remedy: withButton(problem.remedy, problem.command),
      isMendable: isMendable({ ...problem, file }),
    };
  });
}

/** 'ja/pages/adv.mdx' → the page and ja; of a table all languages are in one file, so the English one stands for it. */
function textAt(file: string): Pick<ListedProblem, 'page' | 'locale'> {
  const [top = '', ...rest] = file.split('/');
  const name = (path: string) => path.replace(/\.(?:mdx|md|json|yml)$/, '');
  if (!isLocale(top)) return { page: /\.yml$/.test(file) ? name(file) : null, locale: null };
  return { page: name(rest.join('/')), locale: top };
}

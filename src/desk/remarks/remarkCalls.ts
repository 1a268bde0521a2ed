/** The calls of remarks on a text. */
import { z } from 'zod';
import { actNow } from '../../authoring/translation/act.ts';
import { nameOf } from '../../authoring/translation/actText.ts';
import { commandName } from '../../authoring/translation/words.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { checkText, editAddress } from '../page/texts.ts';
import { defineCall } from '../server/defineCall.ts';
import { Refused } from '../server/files.ts';
import { repositoryOf } from '../server/git.ts';
import {
  addRemark,
  newQuestion,
  type Remarked,
  type Remarks,
  readRemarks,
  remarksFile,
  remarksFor,
} from './remarks.ts';

const aText = {
  locale: z.enum(LOCALE_IDS as [Locale, ...Locale[]]),
  /** 'pages/service/bonds' */
  page: z.string(),
};
const words = z.string().trim().min(1, 'write something first').max(2000, 'write 2,000 characters at most');

type Text = { locale: Locale; page: string };

export interface TextRemarks extends Remarks {
  /** Who has worked here, for whom a text may be */
  people: string[];
}

/** Who works here. Throws a Refused while nobody has said so. */
function who(): { act: string; name: string } {
  const act = actNow();
  const name = nameOf(act);
  if (!name) throw new Refused('The desk does not know your name', 'say who you are on the page Send for review');
  return { act, name };
}

async function answer({ locale, page }: Text, dir: string): Promise<TextRemarks> {
  const authors = await repositoryOf(dir)
    .then(({ git }) => git(['log', '-500', '--format=%an']))
    .catch(() => '');
  const remarks = readRemarks(locale, page, dir);
  const people = new Set([...authors.split('\n'), nameOf(actNow()), remarks.given?.to ?? ''].filter(Boolean));
  return { ...remarks, people: [...people].sort() };
}

/** Remarks on a text that wait for the editor who works here, and the address at which the desk edits the text. */
export interface Mine extends Remarked {
  name: string;
  edit: string | null;
}

function textsForMe(dir: string): { name: string; texts: Mine[] } {
  const name = nameOf(actNow());
  const texts = name ? remarksFor(name, dir) : [];
  return {
    name,
    texts: texts.map((text) => ({ ...text, name: commandName(text.page), edit: editAddress(text.page, text.locale) })),
  };
}

/** Adds a line to the remarks on a text, and answers all of them. */
async function add(of: Text, dir: string, remark: (by: string) => Parameters<typeof addRemark>[2]) {
  checkText(of, [remarksFile], dir);
  addRemark(of.locale, of.page, remark(who().act), dir);
  return answer(of, dir);
}

/** Throws if the question is not there, or settled: a settled one is asked anew. */
function checkOpen({ locale, page }: Text, question: string, dir: string): void {
  const found = readRemarks(locale, page, dir).questions.find(({ id }) => id === question);
  if (!found) throw new Refused('There is no such question', 'reload the page');
  if (found.settled) throw new Refused('The question is settled', 'ask a new one');
}

export const remarksOf = async (of: Text, dir = CONTENT_DIR) => {
  checkText(of, [remarksFile], dir);
  return answer(of, dir);
};

export const ask = ({ section, asks, ...of }: Text & { section: string; asks: string }, dir = CONTENT_DIR) =>
  add(of, dir, (by) => ({ question: newQuestion(), by, section, asks }));

export const answerQuestion = async (
  { question, answers, ...of }: Text & { question: string; answers: string },
  dir = CONTENT_DIR,
) => {
  checkOpen(of, question, dir);
  return add(of, dir, (by) => ({ question, by, answers }));
};

export const settle = async ({ question, ...of }: Text & { question: string }, dir = CONTENT_DIR) => {
  checkOpen(of, question, dir);
  return add(of, dir, (by) => ({ question, by, settles: true }));
};

export const give = ({ to, ...of }: Text & { to: string }, dir = CONTENT_DIR) =>
  add(of, dir, (by) => ({ by, gives: to }));

const text = z.strictObject(aText);
export const remarkCalls = {
  remarksOf: defineCall(text, (input) => remarksOf(input)),
  ask: defineCall(z.strictObject({ ...aText, section: z.string(), asks: words }), (input) => ask(input)),
  answerQuestion: defineCall(z.strictObject({ ...aText, question: z.string(), answers: words }), (input) =>
    answerQuestion(input),
  ),
  settle: defineCall(z.strictObject({ ...aText, question: z.string() }), (input) => settle(input)),
  give: defineCall(z.strictObject({ ...aText, to: z.string().trim().max(200) }), (input) => give(input)),
  mine: defineCall(z.strictObject({}), () => textsForMe(CONTENT_DIR)),
};

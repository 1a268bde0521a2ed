/** Calls for several texts at once: the list, mending, new texts, renaming, search and replace. */
import { z } from 'zod';
import { type ChangedLine, isMendable } from '../../authoring/mend.ts';
import { findTexts } from '../list/find.ts';
import { type ListedProblem, listProblems, listTexts } from '../list/folder.ts';
import { fileTitles } from '../list/listTasks.ts';
import { type FileChanges, saveChanges, shownChanges } from '../server/changes.ts';
import { defineCall } from '../server/defineCall.ts';
import { readContent } from '../server/files.ts';
import { undo, undoing } from '../server/undo.ts';
import { createText, newText } from './create.ts';
import { oldReadings } from './readings.ts';
import { planRenaming, rename, renaming } from './rename.ts';
import { findWords, search } from './replace.ts';

const GLOSSARY = 'glossary.yml';

/** Which problems are to be mended: all, those of a file, or one. */
const chosenProblems = z.strictObject({
  file: z.string().optional(),
  line: z.int().optional(),
  what: z.string().optional(),
});

const change = z.strictObject({ start: z.int().min(0), end: z.int().min(0), text: z.string() });
const chosenChanges = z.array(
  z.strictObject({ file: z.string(), digest: z.string(), changes: z.array(change).min(1) }),
);

export interface MendedLine extends ChangedLine {
  /** The problems that it mends */
  why: string[];
}

/** The changes that mend problems. */
function mendings(problems: readonly ListedProblem[]): FileChanges<MendedLine>[] {
  return [...Map.groupBy(problems.filter(isMendable), ({ file }) => file)].flatMap(([file, inFile]) => {
    const shown = shownChanges(
      file,
      inFile.flatMap(({ mending }) => mending ?? []),
    );
    const whyOf = (starts: readonly number[]) =>
      inFile.filter(({ mending }) => starts.includes(mending?.start ?? -1)).map(({ what }) => what);
    const lines = shown?.lines.map((line) => ({ ...line, why: whyOf(line.changes.map(({ start }) => start)) }));
    return shown && lines ? [{ ...shown, lines }] : [];
  });
}

/** With what editors call each file. */
function titled<File extends { file: string; title?: string | undefined }>(files: readonly File[]): File[] {
  const titles = fileTitles(listTexts());
  return files.map((one) => ({ ...one, title: titles.get(one.file) }));
}

const isChosen = (problem: ListedProblem, { file, line, what }: z.output<typeof chosenProblems>) =>
  (file ?? problem.file) === problem.file &&
  (line ?? problem.line) === problem.line &&
  (what ?? problem.what) === problem.what;

export const folderCalls = {
  listTexts: defineCall(z.strictObject({}), () => listTexts()),
  /** The texts with these words in a language, those named so first. */
  findTexts: defineCall(z.strictObject({ words: z.string().trim().min(1) }), ({ words }) => findTexts(words)),
  /** As `npm run content` lists them. */
  listProblems: defineCall(z.strictObject({}), () => listProblems()),
  mendings: defineCall(chosenProblems, async (chosen) =>
    titled(mendings((await listProblems()).filter((problem) => isChosen(problem, chosen)))),
  ),
  findWords: defineCall(search, async (wanted) => {
    const { files, others } = await findWords(wanted);
    return { files: titled(files), others: titled(others) };
  }),
  /** With the terms whose reading nobody has changed with their word */
  saveChanges: defineCall(z.strictObject({ files: chosenChanges }), ({ files }) => {
    const before = readContent(GLOSSARY).text;
    const answer = saveChanges(files);
    return 'changed' in answer ? answer : { ...answer, readings: oldReadings(before, readContent(GLOSSARY).text) };
  }),
  /** What `undoChanges` would take away */
  undoing: defineCall(z.strictObject({ undo: z.string() }), ({ undo: name }) => titled(undoing(name))),
  undoChanges: defineCall(z.strictObject({ undo: z.string() }), ({ undo: name }) => undo(name)),
  createText: defineCall(newText, (text) => createText(text)),
  planRenaming: defineCall(z.strictObject({ wanted: renaming }), ({ wanted }) => {
    const plan = planRenaming(wanted);
    return { ...plan, files: titled(plan.files) };
  }),
  rename: defineCall(z.strictObject({ wanted: renaming, mark: z.string() }), ({ wanted, mark }) =>
    rename(wanted, mark),
  ),
};

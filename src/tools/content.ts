/**
 * npm run content                   every problem in content/, each with file:line, what is expected and how to fix it
 * npm run content -- --json         the same for programs
 * npm run content -- --fix          shows what can be mended without a doubt, and mends it if you answer y
 * npm run content -- --fix --yes    mends it without asking
 * Exit code 1 if a problem is left.
 */
import { enableCompileCache } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { type MendedFile, mendedFiles, writeMended } from '../authoring/mend.ts';
import { type Problem, visible } from '../catalogue/problem.ts';
import { runCommand } from './command.ts';

// Compiling the modules of the rules takes a third of a second each time.
enableCompileCache('.data/compiled');
const { checkContent } = await import('../authoring/checks/index.ts');

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** The list for people. */
function report(problems: readonly Problem[]): string[] {
  const lines = problems.flatMap(({ file, line, rule, what, expected, remedy }) => [
    `${file}:${line}  ${rule}: ${visible(what)}`,
    ...(expected ? [`    expected: ${expected}`] : []),
    `    → ${visible(remedy)}`,
  ]);
  const files = new Set(problems.map(({ file }) => file)).size;
  const sum = `content: ${counted(problems.length, 'problem')} in ${counted(files, 'file')}`;
  return problems.length === 0 ? ['content: no problems'] : [...lines, sum];
}

/** What mending changes, for people. */
function shown({ file, problems, lines }: MendedFile): string[] {
  return [
    ...lines.flatMap(({ line, before, after }) => [
      `${file}:${line}`,
      ...before.split('\n').map((text) => `  - ${visible(text)}`),
      ...after.split('\n').map((text) => `  + ${visible(text)}`),
    ]),
    ...new Set(problems.map(({ rule, what }) => `    ${rule}: ${visible(what)}`)),
  ];
}

/** Mends what can be mended, if wanted. Returns the problems that are left. */
async function fix(problems: Problem[], isAgreed: boolean): Promise<Problem[]> {
  const files = mendedFiles(problems);
  for (const line of files.flatMap(shown)) console.log(line);
  const sum = counted(files.flatMap((file) => file.problems).length, 'problem');
  if (files.length === 0) console.log('content: nothing can be mended without a doubt');
  else if (isAgreed || (await agrees(`content: mend ${sum} in ${counted(files.length, 'file')}? [y/N] `))) {
    writeMended(files);
    console.log(`content: mended ${sum} in ${counted(files.length, 'file')}`);
    return checkContent();
  } else console.log('content: nothing is changed; to mend without a question: npm run content -- --fix --yes');
  return problems;
}

async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

const OPTIONS = ['--json', '--fix', '--yes'];
const USAGE = `npm run content                   every problem in content/, and how to mend it
npm run content -- --fix          shows what can be mended without a doubt, and mends it if you answer y
npm run content -- --fix --yes    mends it without asking
npm run content -- --json         the problems for programs`;

await runCommand(async (args) => {
  if (args.includes('--help')) return [USAGE];
  if (args.some((word) => !OPTIONS.includes(word))) throw new Error(USAGE);
  const found = checkContent();
  const problems = args.includes('--fix') ? await fix(found, args.includes('--yes')) : found;
  if (problems.length > 0) process.exitCode = 1;
  return args.includes('--json') ? [JSON.stringify(problems, null, 2)] : report(problems);
});

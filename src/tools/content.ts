/**
 * npm run content             every problem in content/, each with file:line, what is expected and how to fix it
 * npm run content -- --json   the same for programs
 * Exit code 1 if there is any.
 */
import { checkContent } from '../authoring/checks/index.ts';

const problems = checkContent();
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(problems, null, 2));
} else {
  for (const { file, line, rule, what, expected, remedy } of problems) {
    console.log(`${file}:${line}  ${rule}: ${what}\n    expected: ${expected}\n    → ${remedy}`);
  }
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const [found, files] = [counted(problems.length, 'problem'), new Set(problems.map(({ file }) => file)).size];
  console.log(problems.length === 0 ? 'content: no problems' : `content: ${found} in ${counted(files, 'file')}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;

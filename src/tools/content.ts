/** npm run content: every problem in content/, each with file:line and its remedy. Exit code 1 if there is any. */
import { checkContent } from '../authoring/checks.ts';

const problems = checkContent();
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(problems, null, 2));
} else {
  for (const { file, line, what, remedy } of problems) console.log(`${file}:${line}  ${what}\n    → ${remedy}`);
  console.log(problems.length === 0 ? 'content: no problems' : `content: ${problems.length} problems`);
}
process.exitCode = problems.length === 0 ? 0 : 1;

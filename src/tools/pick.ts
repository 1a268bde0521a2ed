/** node src/tools/pick.ts FOLDER NAME … -- CHOSEN …: runs one of the named programs of a folder. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [folder = '', ...words] = process.argv.slice(2);
const end = words.indexOf('--');
const names = words.slice(0, end);
const [chosen = '', ...args] = words.slice(end + 1);
if (names.includes(chosen)) {
  const { status } = spawnSync(process.execPath, [join(folder, `${chosen}.ts`), ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error(`Say which: npm run ${process.env.npm_lifecycle_event} -- ${names.join(' | ')}`);
  process.exitCode = 1;
}

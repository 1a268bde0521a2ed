/**
 * For one version, the scripts that `npm run admin` replaced: says how the command is typed now, and runs it. Remove it
 * with those scripts of package.json.
 */
import { admin } from './admin.ts';
import { runCommand } from './command.ts';

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);
// Not on stdout, which may go into a file.
console.error(`From the next version on, type: npm run admin -- ${process.argv.slice(2).map(quoted).join(' ')}`);
await runCommand(admin);

/**
 * npm run migration -- NAME: writes a migration for what has changed in src/server/db/tables/, keeps only the newest
 * snapshot, and adds the migration to the list by which a test knows that those before it stay as they were.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

const FOLDER = 'src/server/db/migrations';
const LIST = 'tests/fixtures/migrations.sha256';
const CONFIG = '--config=src/server/db/drizzle.config.ts';

const [name = ''] = process.argv.slice(2);
if (/^[a-z][a-z0-9_]*$/.test(name)) {
  const drizzle = ['node_modules/drizzle-kit/bin.cjs', 'generate', CONFIG, `--name=${name}`];
  const { status } = spawnSync(process.execPath, drizzle, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0) tidyUp();
} else {
  console.error("Say in one word what the migration is about, as its file is named: npm run migration -- 'posts'");
  process.exitCode = 1;
}

function tidyUp(): void {
  for (const older of globSync(`${FOLDER}/meta/*_snapshot.json`).sort().slice(0, -1)) rmSync(older);
  const listed = readFileSync(LIST, 'utf8');
  for (const file of globSync(`${FOLDER}/*.sql`).sort()) {
    if (listed.includes(`  ${basename(file)}\n`)) continue;
    appendFileSync(LIST, `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`);
  }
}

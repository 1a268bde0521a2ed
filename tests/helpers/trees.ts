/**
 * Folders that tests write, inside the project. They stay until a run of tests has ended: where files were deleted less
 * than half a minute ago, ext4 makes new ones up to thirty times slower.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const TREES = '.data/trees';

/** Runs before the tests and makes their folder. Returns what deletes it after them. */
export default function setup(): () => void {
  mkdirSync(TREES, { recursive: true });
  const run = mkdtempSync(`${TREES}/run-`);
  process.env.TEST_TREES = run;
  return () => rmSync(run, { recursive: true });
}

/** A new folder, relative to the root of the project. */
export function newFolder(name: string): string {
  const parent = process.env.TEST_TREES ?? TREES;
  mkdirSync(parent, { recursive: true });
  return relative('.', mkdtempSync(join(parent, `${name}-`)));
}

/** The development server with its own content folder, and a fake editor that logs what it is told to open. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { newFolder } from '../trees.ts';
import type { ContentTree } from './contentTree.ts';
import { contentTree } from './contentTree.ts';

export interface DevSite {
  url: string;
  content: ContentTree;
  /** The arguments of the editor's last start; '' before the first */
  opened: () => string;
  stop: () => Promise<void>;
}

/** `prepare` changes the content before the server starts. */
export async function devSite(
  prepare: (content: ContentTree) => void,
  content = contentTree('content'),
): Promise<DevSite> {
  prepare(content);
  const work = resolve(newFolder('dev'));
  // The arguments depend on the editor's name: `code` takes file:line:column.
  const editor = join(work, 'code');
  const log = join(work, 'opened');
  writeFileSync(editor, `#!/bin/sh\necho "$@" > "${log}.part" && mv "${log}.part" "${log}"\n`);
  chmodSync(editor, 0o755);
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--ignore-lock'], {
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      CONTENT_DIR: content.dir,
      OUT_DIR: '.data/test/desk',
      DATA_DIR: join(work, 'db'),
      HOST: '127.0.0.1',
      PORT: '24700',
      FEEDS: 'off',
      MARKET_CLOCK: 'none',
      LAUNCH_EDITOR: editor,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      // Astro names the address of another server too, if one runs.
      const [, found] = /Local\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(stripVTControlCharacters(output)) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`astro dev ended with ${code}:\n${output}`)));
  });
  return {
    url,
    content,
    opened: () => (existsSync(log) ? readFileSync(log, 'utf8').trim() : ''),
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    },
  };
}

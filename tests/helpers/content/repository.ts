/** A repository of git with a content folder, inside the project, and what a hand does in it. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFolder } from '../trees.ts';
import { type ContentTree, treeAt } from './contentTree.ts';

export interface TestRepository {
  root: string;
  /** The content folder */
  content: ContentTree;
  /** Runs git, by hand; answers what it prints, without space around it */
  git: (...args: string[]) => string;
}

/** The settings of this machine do not count. */
export const PLAIN_GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

export function gitIn(root: string, env: Record<string, string> = {}): TestRepository['git'] {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return (...args) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...own, ...PLAIN_GIT, ...env },
    }).trim();
}

/** One commit on main, by Hana; `source` is copied to its content folder. */
export function testRepository(source?: string): TestRepository {
  const root = resolve(newFolder('repository'));
  const git = gitIn(root);
  const content = treeAt(join(root, 'content'));
  if (source) cpSync(source, content.dir, { recursive: true });
  else content.write('en-US/pages/adv.mdx', 'one\ntwo\nthree\n');
  treeAt(root).write('src/code.ts', 'code\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Hana Sato');
  git('config', 'user.email', 'hana@example.com');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Begin');
  return { root, content, git };
}

/** A bare repository as the remote `origin` of another one, which has its main branch. */
export function bareRemote(of: TestRepository): TestRepository['git'] {
  const root = join(of.root, '.git/there.git');
  of.git('init', '--quiet', '--bare', '--initial-branch=main', root);
  of.git('remote', 'add', 'origin', root);
  of.git('push', '--quiet', 'origin', 'main');
  return gitIn(root);
}

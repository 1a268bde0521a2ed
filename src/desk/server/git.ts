// cspell:ignore askpass nosystem pathspecs
/** Runs git on the repository that holds content/: no shell, no hooks, no questions, no variables that name another one. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { Refused } from './files.ts';

/** What git says when it fails. */
export class GitFault extends Error {
  /** All that it has printed */
  output: string;
  constructor(output: string, message: string) {
    super(message);
    this.output = output;
  }
}

export interface Repository {
  /** The folder that is checked out */
  root: string;
  /** content/ in it */
  folder: string;
  /** Answers what git prints, without the last line end. Throws a GitFault. */
  git: (args: readonly string[], options?: { env?: Record<string, string>; input?: string }) => Promise<string>;
}

/** Variables that say how to reach a remote; all others could name another repository, index or author. */
const KEPT = /^GIT_(?:SSH|SSL|PROXY|ASKPASS|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM)/;

function environment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || KEPT.test(name));
  return {
    ...Object.fromEntries(variables),
    // Nobody sees the terminal in which git would ask, and its messages are read.
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

const STANDING = [
  // A hook could change the files, or ask.
  ['core.hooksPath', '/dev/null'],
  ['core.quotePath', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['gc.auto', '0'],
  ['advice.detachedHead', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const LIMIT_MS = 90_000;
const run = promisify(execFile);

/** The repository of the content folder. Throws a Refused if there is none. */
export async function repositoryOf(dir = CONTENT_DIR): Promise<Repository> {
  const content = realpathSync(dir);
  const gitIn =
    (cwd: string): Repository['git'] =>
    async (args, { env, input } = {}) => {
      const options = { cwd, env: { ...environment(), ...env }, timeout: LIMIT_MS, maxBuffer: 256 << 20 };
      const running = run('git', [...STANDING, ...args], options);
      if (input !== undefined) running.child.stdin?.end(input);
      try {
        return (await running).stdout.replace(/\n$/, '');
      } catch (error) {
        const { stdout = '', stderr = '', code, killed } = error as Partial<Record<string, string>>;
        if (code === 'ENOENT')
          throw new Refused('There is no git on this machine', 'install git, then reload the page');
        const late = killed ? 'timed out' : '';
        throw new GitFault(`${stdout}\n${stderr}\n${late}`.trim(), stderr.trim() || late || String(error));
      }
    };
  const root = await gitIn(content)(['rev-parse', '--show-toplevel']).catch((error: unknown) => {
    if (error instanceof Refused) throw error;
    if (error instanceof GitFault && error.output.includes('dubious ownership'))
      throw new Refused('The folder belongs to somebody else on this machine', 'clone the repository yourself');
    throw new Refused('The content folder is in no repository of git', 'work in a clone of the repository');
  });
  return { root, folder: relative(root, content).replaceAll('\\', '/'), git: gitIn(root) };
}

/** The last lines that git has printed, without what is of remotes' progress and of credentials. */
export const gitWords = (output: string): string =>
  withoutSecrets(output)
    .split('\n')
    .map((line) => line.replace(/^(?:remote: |fatal: |error: |hint: .*|To .*)/, '').trim())
    .filter(Boolean)
    .slice(-4)
    .join(' ');

/** An address without a user's name and password. */
export const withoutSecrets = (text: string): string => text.replace(/([a-z][\w+.-]*:\/\/)[^\s/@]*@/gi, '$1');

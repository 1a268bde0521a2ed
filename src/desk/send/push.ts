/** Pushes a branch, and tells in plain words why it did not work. */

import { GitFault, gitWords, type Repository, withoutSecrets } from '../server/git.ts';
import { SEND_WORDS } from './sendWords.ts';

export interface Remote {
  name: string;
  /** Where a push goes, without a password */
  address: string;
}

/** The remote that a push goes to; null if none is set. */
export async function remoteOf({ git }: Repository): Promise<Remote | null> {
  const names = (await git(['remote'])).split('\n').filter(Boolean);
  const chosen = await git(['config', 'remote.pushDefault']).catch(() => '');
  const name = [chosen, 'origin', ...names].find((remote) => names.includes(remote));
  if (name === undefined) return null;
  const address = await git(['remote', 'get-url', '--push', '--', name]).catch(() => name);
  return { name, address: withoutSecrets(address.split('\n')[0] ?? '') };
}

/** By what git prints, in this order. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [
    /could not resolve|failed to connect|couldn't connect|connection (?:refused|timed out|reset|closed)|network is unreachable|no route to host|timed out|operation too slow/i,
    'The machine that it goes to does not answer. Look whether you are online, then send it again.',
  ],
  [
    /permission (?:to .* )?denied|authentication failed|could not read (?:username|password)|terminal prompts disabled|access denied|\b(?:401|403)\b|host key verification|insufficient permission|not authorized/i,
    'You are not known there, or may not write. Ask a developer for the right to send.',
  ],
  [
    /\[rejected\]|non-fast-forward|fetch first|stale info/i,
    'Somebody else has added to the set of this name there. Begin something new, or ask whoever it was.',
  ],
  [/remote rejected|hook declined|protected branch/i, 'It is refused there by a rule of its own. Ask a developer.'],
  [
    /does not appear to be a git repository|repository .*not found|\b404\b|does not exist|no such file/i,
    'There is nothing at the address that it goes to. Ask a developer for the right address.',
  ],
];

/** Returns why it did not work; null if it did. */
export async function pushBranch({ git }: Repository, branch: string, { name }: Remote): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  const options = ['--porcelain', '--set-upstream', '--no-follow-tags', '--recurse-submodules=no', '--no-force'];
  try {
    await git(['push', ...options, '--', name, `${ref}:${ref}`], { env: await sshEnvironment(git) });
    return null;
  } catch (error) {
    if (!(error instanceof GitFault)) throw error;
    const [, plain] = FAULTS.find(([pattern]) => pattern.test(error.output)) ?? [];
    return [plain, `${SEND_WORDS.gitSays} ${gitWords(error.output)}`].filter(Boolean).join(' ');
  }
}

/** Without a command of its own, ssh must not ask in a terminal that nobody sees. */
async function sshEnvironment(git: Repository['git']): Promise<Record<string, string>> {
  const { GIT_SSH, GIT_SSH_COMMAND } = process.env;
  const configured = GIT_SSH || GIT_SSH_COMMAND || (await git(['config', 'core.sshCommand']).catch(() => ''));
  return configured ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=20' };
}

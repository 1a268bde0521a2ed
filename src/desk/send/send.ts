/** Sends what has changed below content/ for review: a branch of its own, one commit, and a push where a remote is set. */

import { z } from 'zod';
import { checkContent } from '../../authoring/checks/index.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { defineCall } from '../server/defineCall.ts';
import { Refused } from '../server/files.ts';
import { GitFault, type Repository, repositoryOf } from '../server/git.ts';
import { pushBranch, type Remote, remoteOf } from './push.ts';
import { SEND_WORDS } from './sendWords.ts';
import { type ChangedFile, changedFiles, checkCalm, headOf, isRecord, renamedTexts, treeOfWork } from './work.ts';

/** What git names a commit and a tree by */
const ID = /^[0-9a-f]{40,64}$/;

/** Branches that the desk has made, to which it may add. */
const OWN = 'desk/';

export interface Sending {
  /** The commit and the tree that were looked at: exactly this is sent */
  head: string;
  tree: string;
  /** The branch that is checked out; null if none is */
  branch: string | null;
  /** True if the desk has made it, so that the next commit goes there too */
  isOwn: boolean;
  /** Since the branch left the main one */
  files: ChangedFile[];
  /** Since the tree that was looked at before; empty if none was */
  fresh: ChangedFile[];
  /** True if not all of them are in a commit */
  isOpen: boolean;
  /** Commits of the branch, the latest first */
  sent: { title: string; by: string; day: string }[];
  /** Changed files that are not below content/ */
  others: number;
  editor: { name: string; mail: string };
  remote: Remote | null;
  /** True if the remote has the last commit of the branch */
  isPushed: boolean;
  /** The branch to go back to; null if there is none */
  main: string | null;
  /** A title for what has changed */
  title: string;
}

/** What would be sent now; `since` is the tree that was looked at before. Throws a Refused where nothing can be sent. */
export async function lookAt(dir = CONTENT_DIR, since: string | null = null): Promise<Sending> {
  const repository = await repositoryOf(dir);
  await checkCalm(repository);
  const { git, folder } = repository;
  const [head, branch, tree] = [await headOf(repository), await branchOf(repository), await treeOfWork(repository)];
  const isOwn = branch?.startsWith(OWN) ?? false;
  const remote = await remoteOf(repository);
  const main = await mainOf(repository, remote);
  const base = isOwn && main ? await git(['merge-base', 'HEAD', main]).catch(() => head) : head;
  // What the desk writes itself comes last.
  const files = (await changedFiles(repository, base, tree)).sort(
    (a, b) => Number(a.file.startsWith('.')) - Number(b.file.startsWith('.')),
  );
  const isTree = since !== null && ID.test(since);
  // Git removes a tree that nothing names, after some weeks.
  const fresh = isTree ? await changedFiles(repository, since, tree).catch(() => []) : [];
  const headTree = await git(['rev-parse', `${head}^{tree}`]);
  const log = await git(['log', '--no-show-signature', '--format=%s%x00%an%x00%as', `${base}..${head}`, '--']);
  const status = await git(['status', '--porcelain', '-z', '--no-renames']);
  const outsideFolder = status.split('\0').filter((row) => row && folder && !row.slice(3).startsWith(`${folder}/`));
  const pushed = remote && branch ? await refOf(repository, `refs/remotes/${remote.name}/${branch}`) : null;
  return {
    head,
    tree,
    branch,
    isOwn,
    files,
    fresh,
    remote,
    main,
    isOpen: tree !== headTree,
    sent: log
      .split('\n')
      .filter(Boolean)
      .map((row) => row.split('\0'))
      .map(([title = '', by = '', day = '']) => ({ title, by, day })),
    others: outsideFolder.length,
    editor: { name: await setting(repository, 'user.name'), mail: await setting(repository, 'user.email') },
    isPushed: pushed === head,
    title: titleFor(tree === headTree ? [] : await changedFiles(repository, head, tree)),
  };
}

const branchOf = ({ git }: Repository) => git(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => null);
const refOf = ({ git }: Repository, ref: string) => git(['rev-parse', '--quiet', '--verify', ref]).catch(() => null);
const setting = ({ git }: Repository, name: string) => git(['config', name]).catch(() => '');

/** The branch from which others leave. */
async function mainOf(repository: Repository, remote: Remote | null): Promise<string | null> {
  const { git } = repository;
  const there =
    remote && (await git(['symbolic-ref', '--quiet', `refs/remotes/${remote.name}/HEAD`]).catch(() => null));
  const names = [there?.replace(`refs/remotes/${remote?.name}/`, ''), 'main', 'master'];
  for (const name of names) if (name && (await refOf(repository, `refs/heads/${name}`))) return name;
  return null;
}

/** A title in plain words: 'Edit service/bonds (ja)', 'Edit 3 texts (ja, tw)', 'Rename adv to ads'. */
export function titleFor(files: readonly Pick<ChangedFile, 'file' | 'kind' | 'was'>[]): string {
  const texts = files.filter(({ file }) => !isRecord(file));
  // The links to it are edited in other files.
  const [renaming, ...others] = renamedTexts(texts);
  if (renaming && others.length === 0) {
    const names = [renaming.was, renaming.file].map(nameOf);
    if (names.every(isPlain)) return `Rename ${names.join(' to ')}`.slice(0, LONGEST);
  }
  const [first] = texts;
  if (!first && files.some(({ file }) => file.startsWith('.translations/'))) return 'Record translations';
  if (!first) return files.length > 0 ? 'Remark on texts' : '';
  const verb = texts.every(({ kind }) => kind === 'added')
    ? 'Add'
    : texts.every(({ kind }) => kind === 'removed')
      ? 'Remove'
      : 'Edit';
  const parts = texts.map(({ file }) => /^([a-z]{2}(?:-[A-Z]{2})?)\/(.+)$/s.exec(file)?.slice(1) ?? ['', file]);
  const names = [...new Set(parts.map(([, name = '']) => nameOf(name)))];
  const locales = [...new Set(parts.map(([locale]) => locale).filter(Boolean))];
  const where = locales.length > 0 ? ` (${locales.join(', ')})` : '';
  const plain = names.length === 1 ? names.find(isPlain) : null;
  return `${verb} ${plain ?? `${names.length} ${names.length === 1 ? 'text' : 'texts'}`}${where}`.slice(0, LONGEST);
}

/** 'pages/service/bonds.mdx' → 'service/bonds' */
const nameOf = (file: string) => file.replace(/^pages\//, '').replace(/\.(?:mdx|md)$/, '');
const isPlain = (name: string) => /^[\w./-]+$/.test(name);

const LONGEST = 100;

/** Throws a Refused if a line is no title of a commit. */
export function checkTitle(title: string): string {
  const line = title.trim();
  const fault = !line
    ? 'The title is empty'
    : /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(line) || !line.isWellFormed()
      ? 'The title has more than one line, or characters that do not show'
      : line.startsWith('-')
        ? 'The title begins with a dash'
        : line.length > LONGEST
          ? `The title has ${line.length} characters`
          : null;
  if (fault) throw new Refused(fault, `write one line of plain words, at most ${LONGEST} characters`);
  return line;
}

export interface SendInput {
  title: string;
  head: string;
  tree: string;
  withProblems: boolean;
}

/** What was done, in words. With `since`, nothing: other texts stand there than in this tree, and are to be looked at. */
export interface SendAnswer {
  told: string;
  since?: string;
}

/** Commits what was looked at, and pushes it. */
export async function send({ title, head, tree, withProblems }: SendInput, dir = CONTENT_DIR): Promise<SendAnswer> {
  const line = checkTitle(title);
  const now = await lookAt(dir);
  if (now.head !== head || now.tree !== tree) return { told: '', since: tree };
  if (!now.isOpen) throw new Refused(SEND_WORDS.noChange.replace(/\.$/, ''), 'edit something first');
  if (!now.editor.name || !now.editor.mail)
    throw new Refused(SEND_WORDS.aboutYou.replace(/\.$/, ''), 'say who you are');
  if (!withProblems && checkContent(dir).length > 0)
    throw new Refused('There are problems in the texts', `mend them, or choose ‘${SEND_WORDS.anyway}’`);
  const repository = await repositoryOf(dir);
  const branch = now.isOwn && now.branch ? now.branch : await freeName(repository, line, now.remote);
  await commit(repository, now, branch, line);
  return { told: await pushReport(repository, branch, now.remote, `${SEND_WORDS.toldSent} ${branch}`) };
}

/** What became of a push, after what was done before. */
async function pushReport(
  repository: Repository,
  branch: string,
  remote: Remote | null,
  before: string,
): Promise<string> {
  if (!remote) return `${before}. ${SEND_WORDS.noRemote}`;
  const failed = await pushBranch(repository, branch, remote);
  return failed
    ? `${before}. ${SEND_WORDS.toldNotPushed} ${failed}`
    : `${before}, ${SEND_WORDS.toldPushed} ${remote.address}.`;
}

/** A new branch by the day and the title: 'desk/2026-11-23-edit-service-bonds-ja'. */
async function freeName({ git }: Repository, title: string, remote: Remote | null): Promise<string> {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = `${OWN}${new Date().toISOString().slice(0, 10)}-${wholeWords(words ?? ['texts'])}`;
  const refs = await git(['for-each-ref', '--format=%(refname)']);
  const known = new Set(refs.split('\n').map((ref) => ref.toLowerCase()));
  const isTaken = (branch: string) =>
    known.has(`refs/heads/${branch}`) || (remote !== null && known.has(`refs/remotes/${remote.name}/${branch}`));
  if (known.has(`refs/heads/${OWN.slice(0, -1)}`))
    throw new Refused(`A branch named '${OWN.slice(0, -1)}' is in the way`, 'ask a developer to give it another name');
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name}-${count}`;
  return free;
}

/** Words joined by dashes, as many as have room in the name of a branch. */
function wholeWords(words: readonly string[]): string {
  const name = words.join('-');
  return name.length > 40
    ? name
        .slice(0, 41)
        .replace(/-[^-]*$/, '')
        .slice(0, 40)
    : name;
}

/** One commit of the tree, and the branch on it. Nothing is changed but content/ in the index, and what is checked out. */
async function commit(
  repository: Repository,
  { head, tree, isOwn }: Sending,
  branch: string,
  title: string,
): Promise<void> {
  const { git, folder } = repository;
  const ref = `refs/heads/${branch}`;
  const isSigned = (await git(['config', '--type=bool', 'commit.gpgSign']).catch(() => '')) === 'true';
  try {
    const made = await git(['commit-tree', ...(isSigned ? ['-S'] : []), tree, '-p', head, '-m', title]);
    await git(['reset', '--quiet', made, '--', folder || '.']);
    await git(['update-ref', '-m', `commit: ${title}`, ref, made, isOwn ? head : '0'.repeat(head.length)]);
    if (!isOwn) await git(['symbolic-ref', '-m', `checkout: moving to ${branch}`, 'HEAD', ref]);
  } catch (error) {
    if (!(error instanceof GitFault)) throw error;
    await git(['reset', '--quiet', '--', folder || '.']).catch(() => '');
    const isLocked = /index\.lock|cannot lock ref|Unable to create/.test(error.output);
    throw new Refused(
      isLocked ? 'Another program works with git in this folder' : `git refuses: ${error.message}`,
      'wait until it has ended, then send again',
      409,
    );
  }
}

/** Pushes the branch that is checked out, if the desk has made it. */
export async function pushAgain(dir = CONTENT_DIR): Promise<{ told: string }> {
  const repository = await repositoryOf(dir);
  const branch = await branchOf(repository);
  if (!branch?.startsWith(OWN)) throw new Refused('The desk sends only what it has gathered itself', 'reload the page');
  return { told: await pushReport(repository, branch, await remoteOf(repository), `${SEND_WORDS.toldSent} ${branch}`) };
}

/** Goes back to the branch from which others leave, for something new. */
export async function beginAnew(dir = CONTENT_DIR): Promise<{ told: string }> {
  const repository = await repositoryOf(dir);
  const { isOpen, main } = await lookAt(dir);
  if (isOpen) throw new Refused('There are changes that are not sent', 'send them first');
  if (!main) throw new Refused('There are no texts of others to go back to', 'ask a developer');
  try {
    await repository.git(['switch', '--quiet', '--no-guess', main]);
  } catch (error) {
    if (!(error instanceof GitFault)) throw error;
    throw new Refused(`git refuses to go to ${main}: ${error.message}`, 'ask whoever has changed these files');
  }
  return { told: `${SEND_WORDS.toldAnew} ${main}` };
}

/** Keeps who works here in the settings of this repository. */
export async function setEditor(
  { name, mail }: { name: string; mail: string },
  dir = CONTENT_DIR,
): Promise<{ told: string }> {
  const { git } = await repositoryOf(dir);
  const [who, where] = [name.trim(), mail.trim()];
  if (!/^[^-<>\p{Cc}][^<>\p{Cc}]*$/u.test(who))
    throw new Refused('This is no name', 'write your name, as others know it');
  if (!/^[^-<>\s\p{Cc}@][^<>\s\p{Cc}@]*@[^<>\s\p{Cc}@]+$/u.test(where))
    throw new Refused('This is no mail address', 'write it as in hana@example.com');
  await git(['config', '--local', 'user.name', who]);
  await git(['config', '--local', 'user.email', where]);
  return { told: SEND_WORDS.kept };
}

const id = z.string().regex(ID);
const nothing = z.strictObject({});

export const sendCalls = {
  send: defineCall(
    z.strictObject({ title: z.string(), head: id, tree: id, withProblems: z.boolean().default(false) }),
    (input) => send(input),
  ),
  pushAgain: defineCall(nothing, () => pushAgain()),
  beginAnew: defineCall(nothing, () => beginAnew()),
  setEditor: defineCall(z.strictObject({ name: z.string().max(200), mail: z.string().max(200) }), (input) =>
    setEditor(input),
  ),
};

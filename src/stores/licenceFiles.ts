import { atom } from 'nanostores';
import { FILE_TYPES, MOST_FILE_BYTES } from '../contract/accounts.ts';
import { answer } from './accountForm.ts';
import type { AccountService } from './accountLists.ts';
import { $shared } from './shared.ts';

/** A file that has arrived: what names it to the server, and what the visitor knows it by. */
export interface SentFile {
  id: string;
  name: string;
  size: number;
}

export interface LicenceFile extends SentFile {
  file: File;
  /** How much of it has gone, 0 to 1 */
  part: number;
  /** Why it has not arrived: 'type', 'size', words of the server, or '' where it was not reached */
  fault?: string;
  /** Whether it was looked at and refused: to send it once more would not help */
  isRefused?: boolean;
}

/** The answer under which the files that have arrived are kept. */
export const FILES_ANSWER = 'own.files';

interface LicenceFiles {
  sent: readonly SentFile[];
  underWay: readonly LicenceFile[];
}

/** The files of the licence. Those that are under way are of this page only. */
export const $licenceFiles = atom<LicenceFiles>({ sent: [], underWay: [] });

/** Follows the answers of the form. Returns how to end that. */
export function followLicenceFiles(): () => void {
  return $shared.subscribe(({ accountForm }) => {
    const kept = accountForm[FILES_ANSWER];
    const sent = Array.isArray(kept) ? (kept as SentFile[]) : [];
    if (sent !== $licenceFiles.get().sent) $licenceFiles.set({ ...$licenceFiles.get(), sent });
  });
}

/** Sends a file, or once more the one with an id. Never throws: what fails stands beside the file. */
export async function sendLicenceFile(
  file: File,
  { base, lang, uploadUrl }: AccountService,
  id = `${Date.now()} ${file.name} ${Math.random()}`,
): Promise<void> {
  const isType = FILE_TYPES.some((type) => type === file.type);
  const fault = !isType ? 'type' : file.size > MOST_FILE_BYTES ? 'size' : undefined;
  const begun: LicenceFile = { id, name: file.name, size: file.size, file, part: 0 };
  put(fault ? { ...begun, fault, isRefused: true } : begun);
  if (fault) return;
  try {
    const { sendLicence } = await import('../api/account.ts');
    const onProgress = (part: number) => isUnderWay(id) && put({ ...begun, part });
    const arrived = await sendLicence(file, onProgress, { base, lang, quiet: true }, uploadUrl);
    if (!isUnderWay(id)) return; // It was removed meanwhile.
    takeAway(id);
    answer({ [FILES_ANSWER]: [...$licenceFiles.get().sent, { id: arrived, name: file.name, size: file.size }] });
  } catch (error) {
    if (!isUnderWay(id)) return;
    put({ ...begun, ...(await saidBy(error)) });
  }
}

/** Words of the server, or '' where it was not reached. */
async function saidBy(error: unknown): Promise<Pick<LicenceFile, 'fault' | 'isRefused'>> {
  try {
    const { ApiError } = await import('../api/account.ts');
    if (!(error instanceof ApiError)) return { fault: '' };
    const [refused] = error.fields;
    return { fault: refused?.message ?? error.message, isRefused: refused !== undefined };
  } catch {
    return { fault: '' }; // Not even the script came.
  }
}

/** Takes a file out of the application, or ends that it is sent. */
export function removeLicenceFile(id: string): void {
  takeAway(id);
  const { sent } = $licenceFiles.get();
  if (sent.some((file) => file.id === id)) answer({ [FILES_ANSWER]: sent.filter((file) => file.id !== id) });
}

const isUnderWay = (id: string) => $licenceFiles.get().underWay.some((file) => file.id === id);

function put(file: LicenceFile): void {
  const { sent, underWay } = $licenceFiles.get();
  const isNew = !isUnderWay(file.id);
  $licenceFiles.set({
    sent,
    underWay: isNew ? [...underWay, file] : underWay.map((one) => (one.id === file.id ? file : one)),
  });
}

function takeAway(id: string): void {
  const { sent, underWay } = $licenceFiles.get();
  $licenceFiles.set({ sent, underWay: underWay.filter((one) => one.id !== id) });
}

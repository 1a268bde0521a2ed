import { atom } from 'nanostores';
import { filesAt, type SentFile } from '../accounts/asked.ts';
import { FILE_TYPES, MOST_FILE_BYTES } from '../contract/accounts.ts';
import { answer, answersNow } from './accountForm.ts';
import type { AccountService } from './accountLists.ts';

export interface LicenceFile extends SentFile {
  file: File;
  /** The share that was sent, 0 to 1 */
  part: number;
  /** Why it has not arrived: 'type', 'size', the message of the server, or '' if the server was not reached */
  fault?: string;
  /** True if it was checked and refused: sending it again would not help */
  isRefused?: boolean;
}

/** The licence files that are being sent, of this page only. Files that have arrived are part of the answers. */
export const $underWay = atom<readonly LicenceFile[]>([]);

/** Sends a file, or sends the one with an id again. Never throws: the entry of the file says what failed. */
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
    if (!isUnderWay(id)) return; // The visitor removed it meanwhile.
    takeAway(id);
    answer({ 'own.files': [...filesAt(answersNow()), { id: arrived, name: file.name, size: file.size }] });
  } catch (error) {
    if (!isUnderWay(id)) return;
    put({ ...begun, ...(await saidBy(error)) });
  }
}

/** The message of the server, or '' if it was not reached. */
async function saidBy(error: unknown): Promise<Pick<LicenceFile, 'fault' | 'isRefused'>> {
  try {
    const { ApiError } = await import('../api/account.ts');
    if (!(error instanceof ApiError)) return { fault: '' };
    const [refused] = error.fields;
    return { fault: refused?.message ?? error.message, isRefused: refused !== undefined };
  } catch {
    return { fault: '' }; // Not even the script was loaded.
  }
}

/** Removes a file from the application, also one that is still being sent. */
export function removeLicenceFile(id: string): void {
  takeAway(id);
  const sent = filesAt(answersNow());
  if (sent.some((file) => file.id === id)) answer({ 'own.files': sent.filter((file) => file.id !== id) });
}

const isUnderWay = (id: string) => $underWay.get().some((file) => file.id === id);

function put(file: LicenceFile): void {
  const underWay = $underWay.get();
  $underWay.set(isUnderWay(file.id) ? underWay.map((one) => (one.id === file.id ? file : one)) : [...underWay, file]);
}

const takeAway = (id: string) => $underWay.set($underWay.get().filter((one) => one.id !== id));

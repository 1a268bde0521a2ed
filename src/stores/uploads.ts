/** Files that are being sent, each as soon as the visitor has chosen it. */
import { atom } from 'nanostores';
import { MOST_FILE_BYTES } from '../contract/files.ts';
import type { SentFile } from '../forms/applicationSteps.ts';

export interface UnderWay extends SentFile {
  file: File;
  /** The share that was sent, 0 to 1 */
  part: number;
  /** Why it has not arrived: 'type', 'size', the message of the server, or '' if the server was not reached */
  fault?: string;
  /** True if it was checked and refused: sending it again would not help */
  isRefused?: boolean;
}

export interface UploadsOptions<Service> {
  types: readonly string[];
  /** Sends a file; resolves to its id */
  send: (file: File, onProgress: (part: number) => void, service: Service) => Promise<string>;
  arrived: (file: SentFile) => void;
}

export function createUploads<Service>({ types, send, arrived }: UploadsOptions<Service>) {
  /** The files under way, of this page only. */
  const $underWay = atom<readonly UnderWay[]>([]);
  const isUnderWay = (id: string) => $underWay.get().some((file) => file.id === id);
  const put = (file: UnderWay) => {
    const underWay = $underWay.get();
    $underWay.set(
      isUnderWay(file.id) ? underWay.map((item) => (item.id === file.id ? file : item)) : [...underWay, file],
    );
  };
  const takeAway = (id: string) => $underWay.set($underWay.get().filter((item) => item.id !== id));

  /** Sends a file, or sends the one with an id again. Never throws: the entry of the file says what failed. */
  async function sendFile(
    file: File,
    service: Service,
    id = `${Date.now()} ${file.name} ${Math.random()}`,
  ): Promise<void> {
    const isType = types.some((type) => type === file.type);
    const fault = !isType ? 'type' : file.size > MOST_FILE_BYTES ? 'size' : undefined;
    const begun: UnderWay = { id, name: file.name, size: file.size, file, part: 0 };
    put(fault ? { ...begun, fault, isRefused: true } : begun);
    if (fault) return;
    try {
      const onProgress = (part: number) => isUnderWay(id) && put({ ...begun, part });
      const sent = await send(file, onProgress, service);
      if (!isUnderWay(id)) return; // The visitor removed it meanwhile.
      takeAway(id);
      arrived({ id: sent, name: file.name, size: file.size });
    } catch (error) {
      if (!isUnderWay(id)) return;
      put({ ...begun, ...(await faultOf(error)) });
    }
  }
  return { $underWay, sendFile, takeAway };
}

/** The message of the server, or '' if it was not reached. */
async function faultOf(error: unknown): Promise<Pick<UnderWay, 'fault' | 'isRefused'>> {
  try {
    const { ApiError } = await import('../contract/errors.ts');
    if (!(error instanceof ApiError)) return { fault: '' };
    const [refused] = error.fields;
    return { fault: refused?.message ?? error.message, isRefused: refused !== undefined };
  } catch {
    return { fault: '' }; // Not even the script was loaded.
  }
}

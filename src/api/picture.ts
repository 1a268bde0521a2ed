import type { Call } from '../contract/common.ts';
import { PICTURE_PATH, pictureData } from '../contract/support.ts';
import { type ApiOptions, call, successOf } from './client.ts';
import { uploadOf } from './upload.ts';

const pictureCall: Call<typeof pictureData> = { path: PICTURE_PATH, data: pictureData };

/** Sends a picture for a question. Returns its id. */
export async function sendPicture(
  file: File,
  onProgress: (part: number) => void,
  options: ApiOptions,
): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  return successOf(await call(pictureCall, {}, options, uploadOf(form, onProgress))).id;
}

import { avatarCall } from '../contract/users.ts';
import { type ApiOptions, call, successOf } from './client.ts';
import { uploadOf } from './upload.ts';

/** Sends the user's picture. Returns its path. */
export async function sendAvatar(
  picture: Blob,
  onProgress: (part: number) => void,
  options: ApiOptions,
): Promise<string | null> {
  const form = new FormData();
  form.append('file', picture, 'avatar');
  return successOf(await call(avatarCall, {}, options, uploadOf(form, onProgress))).avatar;
}

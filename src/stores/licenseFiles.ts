import { FILE_TYPES } from '../contract/files.ts';
import { filesAt } from '../forms/applicationSteps.ts';
import { answer, answersNow } from './applicationForm.ts';
import type { ApplicationService } from './applicationLists.ts';
import { createUploads } from './uploads.ts';

/** The license files that are being sent. Files that have arrived are part of the answers. */
const uploads = createUploads<ApplicationService>({
  types: FILE_TYPES,
  send: async (file, onProgress, service) => {
    const { getElsewhere, licenseCall, request, uploadOf } = await import('../api/lazy/applications.ts');
    const { uploadUrl } = service;
    const transfer = uploadOf(file, onProgress);
    const sent = uploadUrl
      ? getElsewhere(uploadUrl, licenseCall.data, transfer, true)
      : request(licenseCall, service, transfer);
    return (await sent).id;
  },
  arrived: (file) => answer({ 'own.files': [...filesAt(answersNow()), file] }),
});
export const $underWay = uploads.$underWay;
export const sendLicenseFile = uploads.sendFile;

/** Removes a file from the application, also one that is still being sent. */
export function removeLicenseFile(id: string): void {
  uploads.takeAway(id);
  const sent = filesAt(answersNow());
  if (sent.some((file) => file.id === id)) answer({ 'own.files': sent.filter((file) => file.id !== id) });
}

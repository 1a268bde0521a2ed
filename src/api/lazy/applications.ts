/** What the account form loads to send an application and its files, and to follow it. */
export { applicationCall, applyCall, licenseCall, SECRET_HEADER } from '../../contract/applications.ts';
export { securityCall } from '../../contract/users.ts';
export { getElsewhere, nullIf, request } from './client.ts';
export { uploadOf } from './upload.ts';

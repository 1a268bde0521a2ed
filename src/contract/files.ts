/** Limits of the files that forms take. Without shapes, so that pages which only take files load no more. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024;
/** Of a license. */
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** Of pictures. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;

/** Bodies of forms with a file, as browsers send them. */
const BOUNDARY = 'boundary-of-a-test';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form of one file; without its end where more of it is to come. */
export function formOf(
  bytes: Buffer | string,
  { name = 'file', type = 'application/pdf', ends = true }: { name?: string; type?: string; ends?: boolean } = {},
): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="licence.pdf"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(ends ? `\r\n--${BOUNDARY}--\r\n` : '')]);
}

/** Bodies of forms with a file, as browsers send them. */
const BOUNDARY = 'boundary-of-a-test';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with one file; without its end if more of it follows. */
export function formOf(
  bytes: Buffer | string,
  { name = 'file', type = 'application/pdf', ends = true }: { name?: string; type?: string; ends?: boolean } = {},
): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="licence.pdf"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(ends ? `\r\n--${BOUNDARY}--\r\n` : '')]);
}

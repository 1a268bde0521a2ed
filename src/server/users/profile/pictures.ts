/**
 * Makes an avatar of a picture that a stranger sends. What is kept is written anew from its pixels, so nothing else of
 * the file survives: no place where it was taken, no script after its end, no second picture.
 */
import { AVATAR } from '../../../contract/users.ts';
import type { FaultKey } from '../../../forms/faultWords.ts';

/** Longest time to read a picture, in seconds. */
const MOST_S = 10;

const starts = (bytes: Buffer, signature: number[], at = 0) =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature));
const FORMATS = [
  { format: 'jpeg', is: (bytes: Buffer) => starts(bytes, [0xff, 0xd8, 0xff]) },
  { format: 'png', is: (bytes: Buffer) => starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  // 'RIFF', four bytes of length, 'WEBP'
  {
    format: 'webp',
    is: (bytes: Buffer) => starts(bytes, [0x52, 0x49, 0x46, 0x46]) && starts(bytes, [0x57, 0x45, 0x42, 0x50], 8),
  },
];

/** One picture at a time: a large one takes 100 MB while it is read. */
let last: Promise<unknown> = Promise.resolve();

/** A square WebP of a JPEG, PNG or WebP, cut from its middle; or why it cannot be one. Of an animation: its first frame. */
export async function avatarFrom(bytes: Buffer): Promise<Buffer | FaultKey> {
  const format = FORMATS.find(({ is }) => is(bytes))?.format;
  // Other formats never reach a decoder.
  if (!format) return 'avatarType';
  const made = last.then(() => decode(bytes, format));
  last = made;
  return made;
}

async function decode(bytes: Buffer, format: string): Promise<Buffer | FaultKey> {
  // Loaded by the first picture: it is a library of 10 MB, and pictures are few.
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, ...found } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (found.format !== format) return 'avatarType';
    if (width * height > AVATAR.pixels) return 'avatarSize';
    return await sharp(bytes, { limitInputPixels: AVATAR.pixels, failOn: 'error', autoOrient: true })
      .resize(AVATAR.side, AVATAR.side, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: MOST_S })
      .toBuffer();
  } catch {
    return 'avatarUnreadable';
  }
}

/** Decodes the bytes of a feed to text, whichever charset they are in and whichever they claim. */
import type { FeedSource } from '../../catalogue/sources.ts';

export interface Decoded {
  text: string;
  /** Name from the WHATWG Encoding Standard, such as shift_jis */
  charset: string;
}

/** Usual charsets of feeds that declare none. Strictest first: EUC-JP is seldom valid by chance. */
const USUAL: Partial<Record<FeedSource['language'], readonly string[]>> = {
  ja: ['euc-jp', 'shift_jis'],
  'zh-Hant': ['big5', 'gb18030'],
  'zh-Hans': ['gb18030'],
};

/** The XML declaration, if present, is within the first bytes. */
const DECLARATION_BYTES = 200;

/**
 * Tries, in order: the byte order mark; UTF-8, since text in other charsets is not valid UTF-8 by chance; the charsets
 * of the XML declaration and of Content-Type, if the bytes are valid in them; the usual charsets of the language. The
 * declaration comes before the header, since the header is often the server's default (RFC 7303 says the opposite).
 */
export function decodeFeed(
  bytes: Uint8Array,
  { contentType, language }: { contentType: string | null; language: FeedSource['language'] },
): Decoded {
  const marked = charsetOfMark(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes), charset: marked };

  const [, declared] = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(ascii(bytes)) ?? [];
  const [, announced] = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '') ?? [];
  const claimed = [declared, announced].flatMap((label) => normalized(label) ?? []);
  // Text in a seven-bit charset is also valid UTF-8, so ISO-2022-JP comes first.
  const sevenBit = isIso2022(bytes) ? ['iso-2022-jp'] : [];
  const wholly = claimed.filter((charset) => !isSingleByte(charset));
  for (const charset of [...sevenBit, 'utf-8', ...wholly, ...(USUAL[language] ?? [])]) {
    const text = decodeStrictly(bytes, charset);
    if (text !== null) return { text, charset };
  }
  // Every byte is valid in a single-byte charset. Otherwise the few invalid bytes become U+FFFD.
  const charset = claimed.find(isSingleByte) ?? wholly[0] ?? 'windows-1252';
  return { text: new TextDecoder(charset).decode(bytes), charset };
}

function charsetOfMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // '<?' without a byte order mark (XML 1.0, appendix F)
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be';
  return null;
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES));
}

function normalized(label: string | undefined): string | null {
  if (!label) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // A declaration that was read byte by byte cannot be in UTF-16.
    return encoding.startsWith('utf-16') ? null : encoding;
  } catch {
    return null;
  }
}

function isSingleByte(charset: string): boolean {
  return /^(windows|iso-8859|koi8|ibm|macintosh|x-mac)/.test(charset);
}

/** Looks for its escape sequences to and from kanji. */
function isIso2022(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28);
}

/** Returns null on an invalid byte. A character cut off at the end is allowed. */
function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** The fonts of sharing pictures: Newsreader, and Noto Sans in bold where a language or a character needs it. */
import { readFile } from 'node:fs/promises';
import jp from '@fontsource/noto-sans-jp/unicode.json' with { type: 'json' };
import sc from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import tc from '@fontsource/noto-sans-tc/unicode.json' with { type: 'json' };
import type { FontLoader } from 'takumi-js';
import { isEastAsian } from '../../i18n/conventions.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';

type Range = [first: number, last: number];

/** The files of each package, with the characters in them. */
const FILES = { jp, sc, tc };
type Script = keyof typeof FILES;
const SCRIPTS: Partial<Record<Locale, Script>> = { tw: 'tc', cn: 'sc' };

const newsreader: FontLoader = {
  name: 'Newsreader',
  key: 'newsreader',
  data: () => readFile('src/styles/fonts/newsreader.woff2'),
};

/**
 * Noto Sans in a hundred files, of which takumi reads those that a picture needs. The one large file of each package lacks
 * punctuation.
 */
const noto = memo((script: Script) => {
  const name = `noto-sans-${script}`;
  return Object.entries<string>(FILES[script]).map(([part, ranges]) => {
    const file = `node_modules/@fontsource/${name}/files/${name}-${part.replace(/[[\]]/g, '')}-700-normal.woff2`;
    return { name, key: file, weight: 700, unicodeRange: rangesOf(ranges), data: () => readFile(file) };
  });
});

/** 'U+20-22,U+27' → [[32, 34], [39, 39]] */
function rangesOf(text: string): Range[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function uncovered(text: string, fonts: ReturnType<typeof noto>): string {
  const isCovered = (point: number) =>
    fonts.some(({ unicodeRange }) => unicodeRange.some(([first, last]) => first <= point && point <= last));
  return [...text].filter((character) => !isCovered(character.codePointAt(0) ?? 0)).join('');
}

/**
 * The fonts of a text, in the order in which they are asked for a character. Those of other scripts are for names, such as
 * 髙島屋 in Taiwan. Throws if no font has a character, which would be a box. Noto Sans has all that Newsreader has.
 */
export function fontsOf(text: string, locale: Locale): FontLoader[] {
  const localeFonts = noto(SCRIPTS[locale] ?? 'jp');
  const all = uncovered(text, localeFonts) ? [localeFonts, noto('jp'), noto('sc'), noto('tc')].flat() : localeFonts;
  const missing = uncovered(text, all);
  if (missing) throw new Error(`No font of sharing pictures has '${missing}', in '${text}'`);
  return isEastAsian(locale) ? [...all, newsreader] : [newsreader, ...all];
}

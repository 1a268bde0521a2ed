/**
 * Writes the memory of a language as TMX 1.4b (https://www.gala-global.org/tmx-14b), which translators' tools read: one
 * unit a piece, tags as inline codes, the same code under the same number in both languages.
 */
// The standard's names: cspell:ignore segtype adminlang srclang datatype creationtool creationtoolversion
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { COMPANY } from '../../site.ts';
import { memoryOf, type Remembered } from './memory.ts';
import { codesOf, type Inline, rawOf } from './units.ts';
import { attributesOf, escaped } from './xml.ts';

/** The TMX of all that is translated into a language, each pair once. */
export async function exportMemory(locale: Locale, dir = CONTENT_DIR): Promise<{ tmx: string; count: number }> {
  const pairs = new Map<string, Remembered>();
  for (const pair of await memoryOf(locale, dir)) {
    const [english, translated] = [rawOf(pair.english), rawOf(pair.own)];
    const key = `${english}\0${translated}`;
    if (english && translated && !pairs.has(key)) pairs.set(key, pair);
  }
  const [sourceLang, targetLang] = [LOCALES[DEFAULT_LOCALE].lang, LOCALES[locale].lang];
  const header = {
    creationtool: COMPANY,
    creationtoolversion: '1',
    segtype: 'block',
    'o-tmf': 'MDX',
    adminlang: sourceLang,
    srclang: sourceLang,
    datatype: 'plaintext',
  };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tmx version="1.4">',
    `<header${attributesOf(header)}/>`,
    '<body>',
    ...[...pairs.values()].flatMap((pair) => [
      '<tu>',
      property('text', pair.text),
      ...(pair.entry ? [property('entry', pair.entry)] : []),
      ...variants(pair, sourceLang, targetLang),
      '</tu>',
    ]),
    '</body>',
    '</tmx>\n',
  ];
  return { tmx: lines.join('\n'), count: pairs.size };
}

const property = (type: string, text: string) => `<prop${attributesOf({ type: `x-${type}` })}>${escaped(text)}</prop>`;

function variants({ english, own }: Remembered, from: string, to: string): string[] {
  const numbers = new Map<string, string>();
  for (const { id } of [...codesOf(english), ...codesOf(own)])
    if (!numbers.has(id)) numbers.set(id, String(numbers.size + 1));
  return [[from, english] as const, [to, own] as const].map(
    ([lang, content]) => `<tuv${attributesOf({ 'xml:lang': lang })}><seg>${segment(content, numbers)}</seg></tuv>`,
  );
}

/** `x` says which codes of both languages are the same, `i` which <ept> closes which <bpt>. */
function segment(content: readonly Inline[], numbers: ReadonlyMap<string, string>): string {
  return content
    .map((inline) => {
      if (typeof inline === 'string') return escaped(inline);
      const { id, open, close, inside } = inline;
      const x = numbers.get(id) ?? null;
      if (!inside) return `<ph${attributesOf({ x })}>${escaped(open)}</ph>`;
      const [begin, end] = [`<bpt${attributesOf({ i: x, x })}>${escaped(open)}</bpt>`, attributesOf({ i: x })];
      return `${begin}${segment(inside, numbers)}<ept${end}>${escaped(close)}</ept>`;
    })
    .join('');
}

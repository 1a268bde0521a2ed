/** What can be inserted into a page of a language: components, and the ids and addresses that they take. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfFact, idsOf, valuesOf } from '../../authoring/checks/page/attribute.ts';
import { type Known, pageOf, termOf } from '../../authoring/checks/rule.ts';
import { COMPONENTS, type Component, type Value } from '../../authoring/components.ts';
import { formatFact } from '../../authoring/figures/facts.ts';
import { SERIES_NAMES } from '../../authoring/figures/series.ts';
import { readText } from '../../authoring/translation/translations.ts';
import { parseSource, readText as readFile } from '../../catalogue/content.ts';
import { hasValue, mainTerm } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';
import { IN_LINE } from './tags.ts';

export interface InsertableComponent extends Component {
  name: string;
  /** How it is written, with … where an editor writes */
  snippet: string;
}

/** An id with what readers see of it. */
export interface InsertableId {
  id: string;
  shown: string;
  /** Of a term: the English word; otherwise '' */
  english: string;
  about: string;
}

export interface Insertable {
  components: InsertableComponent[];
  /** The ids of each kind of attribute, except links and values */
  ids: Partial<Record<Value, InsertableId[]>>;
  /** The values of each drawing of a series */
  values: Record<string, string[]>;
  links: { path: string; title: string; sections: { id: string; heading: string }[] }[];
}

export function insertable(known: Known, locale: Locale): Insertable {
  const valuesIn = memo((drawing: (typeof SERIES_NAMES)[number]) => valuesOf(drawing, known.dir));
  const kinds = new Set(
    Object.values<Component>(COMPONENTS).flatMap(({ attributes, optional = {} }) =>
      [attributes, optional].flatMap((group): Value[] => Object.values(group)),
    ),
  );
  const ids = [...kinds].map((kind) => {
    const table = kind === 'value' || kind === 'summary' ? null : idsOf(kind, known, '', valuesIn);
    return [kind, (table?.ids ?? []).flatMap((id) => described(known, locale, kind, id))] as const;
  });
  return {
    components: Object.entries<Component>(COMPONENTS).map(([name, row]) => ({
      ...row,
      name,
      snippet: snippetOf(name, row),
    })),
    ids: Object.fromEntries(ids.filter(([, list]) => list.length > 0)),
    values: Object.fromEntries(SERIES_NAMES.map((name) => [name, valuesIn(name) ?? []])),
    links: known.paths.map((path) => ({
      path,
      title: titleOf(known, locale, path),
      sections: sectionsAt(known, locale, path),
    })),
  };
}

function described(known: Known, locale: Locale, kind: Value, id: string): InsertableId[] {
  if (kind === 'term') {
    const [words, english] = [termOf(known, id, locale), termOf(known, id, DEFAULT_LOCALE)];
    return words ? [{ id, shown: mainTerm(words.term), english: english?.term ?? '', about: words.definition }] : [];
  }
  if (kind !== 'fact' && kind !== 'facts' && kind !== 'product') return [{ id, shown: id, english: '', about: '' }];
  const fact = lookUp(known.facts, id);
  if (!fact || faultOfFact(fact, kind === 'facts' ? 'Sources' : 'Fact', locale)) return [];
  return [
    { id, shown: hasValue(fact) ? formatFact(fact, locale, translator(locale)) : '', english: '', about: fact.source },
  ];
}

/** The title of the page that a link leads to, in English if the language has none; '' without a page. */
export function titleOf({ dir, routes }: Known, locale: Locale, link: string): string {
  const page = pageOf(link.split('#')[0] ?? '', routes);
  const file = [locale, DEFAULT_LOCALE]
    .map((locale) => join(dir, locale, `${page}.mdx`))
    .find((file) => page && existsSync(file));
  return file ? String(parseSource(readFile(file)).frontMatter.title ?? '') : '';
}

/** The fragments of a page, with the headings of the language. */
function sectionsAt(known: Known, locale: Locale, path: string): Insertable['links'][number]['sections'] {
  const page = pageOf(path, known.routes);
  if (!page || path === '/glossary') return [];
  const headings = new Map(
    ([DEFAULT_LOCALE, locale] as const).flatMap((locale) => {
      const { translatedParts } = readText(locale, page, known.dir);
      return (translatedParts ?? []).flatMap((part) => part.headings.map(([words, id]) => [id, words] as const));
    }),
  );
  return known
    .fragments(path)
    .filter((id) => !id.startsWith('term-') && id !== 'main' && id !== 'top')
    .map((id) => ({ id, heading: headings.get(id) ?? '' }));
}

/** What a component holds, with an empty line around it. */
const CONTENTS: Readonly<Record<Exclude<Component['holds'], 'nothing'>, string>> = {
  words: '…',
  'words or nothing': '…',
  'numbered list': '1. …',
  'bullet list': '- …',
  table: '| … | … |\n| --- | --- |\n| … | … |',
  entries: '<Entry href="…" name="…">…</Entry>',
  code: '```\n…\n```',
};

function snippetOf(name: string, { attributes, holds }: Component): string {
  const open = [name, ...Object.keys(attributes).map((key) => `${key}="…"`)].join(' ');
  if (holds === 'nothing') return `<${open} />`;
  const isInLine = IN_LINE.includes(name) || ['Figure', 'Entry'].includes(name);
  return isInLine ? `<${open}>…</${name}>` : `<${open}>\n\n${CONTENTS[holds]}\n\n</${name}>`;
}

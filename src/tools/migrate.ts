/** Once: makes content/.translations of the lines source: and of content/.versions. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { actBy, TRANSLATED, writeRecord } from '../authoring/records.ts';
import { digest, outlineOf, steady } from '../authoring/sections.ts';
import { contentFile } from '../authoring/translations.ts';
import { entriesOf, wordNames } from '../authoring/words.ts';
import { mdxFiles, parseSource } from '../catalogue/content.ts';

const kept = new Map(
  readdirSync('content/.versions').flatMap((name) => {
    const [, date = '', body = ''] = /\.(\d{4}-\d\d-\d\d)\.([0-9a-f]{10})\.mdx$/.exec(name) ?? [];
    return body ? [[body, { name, date }] as const] : [];
  }),
);
for (const locale of TRANSLATED) {
  for (const page of mdxFiles(locale)) {
    const file = contentFile(locale, page);
    const raw = readFileSync(file, 'utf8');
    const body = (parseSource(raw).frontMatter.source as { body: string }).body;
    const version = kept.get(body);
    if (!version) throw new Error(file);
    const english = outlineOf(readFileSync(`content/.versions/${version.name}`, 'utf8'));
    if (english.mark.body !== body) throw new Error(`hash ${file}`);
    const next = raw.replace(/^source: .*\n/m, '');
    writeFileSync(file, next);
    const own = outlineOf(next);
    if (own.parts.length !== english.parts.length || own.headings.length !== english.headings.length)
      throw new Error(`count ${file}`);
    let at = 0;
    writeRecord(
      locale,
      page,
      english.parts.map((part, index) => {
        const mine = own.parts[index]!;
        const end = own.parts[index + 1]?.line ?? Infinity;
        const headings = own.headings
          .filter(({ line }) => line >= mine.line && line < end)
          .map(({ heading }): [string, string] => [heading, english.headings[at++]!.id]);
        return {
          id: part.id,
          english: steady(part.shown),
          own: digest(mine.shown),
          ...(headings.length ? { headings } : {}),
          translated: actBy('', `${version.date}T00:00:00Z`),
        };
      }),
    );
  }
  for (const name of wordNames()) {
    const own = new Map(entriesOf(name, locale).map((part) => [part.id, part]));
    const rows = entriesOf(name, 'en-US').flatMap(({ id, shown }) => {
      const mine = own.get(id);
      return mine
        ? [{ id, english: steady(shown), own: digest(mine.shown), translated: actBy('', '2026-11-23T00:00:00Z') }]
        : [];
    });
    if (rows.length) writeRecord(locale, name, rows);
  }
}
for (const { name } of kept.values()) rmSync(`content/.versions/${name}`);

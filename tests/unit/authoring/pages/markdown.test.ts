/** The ids that headings get when a build renders a page, also a kept copy of a legal text. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import { expect, it } from 'vitest';
import { hastPlugins } from '../../../../src/authoring/pages/markdown.ts';
import { headingIds } from '../../../../src/authoring/reading/sections.ts';
import { CONTENT_DIR, parseSource } from '../../../../src/catalogue/content.ts';
import { fileInForce, keptFolder, keptTexts } from '../../../../src/catalogue/legal.ts';
import { LEGAL_PAGES } from '../../../../src/forms/legal.ts';
import { DEFAULT_LOCALE } from '../../../../src/i18n/locales.ts';

/** The ids of the headings of a rendered file. */
async function idsIn(file: string): Promise<string[]> {
  const raw = readFileSync(file, 'utf8');
  const renderer = await satteri({ hastPlugins }).createMdxRenderer?.(
    { syntaxHighlight: false },
    { optimize: false, srcDir: new URL(`file://${resolve('src')}/`), sourcemap: false },
  );
  const rendered = await renderer?.process(parseSource(raw).body, resolve(file), {});
  const list = /function getHeadings\(\)[^[]*(\[.*?\])/s.exec(rendered?.code ?? '')?.[1] ?? '[]';
  return [...list.matchAll(/"?slug"?:\s*"([^"]*)"/g)].map(([, slug = '']) => slug);
}

it('a kept translation has the ids of the English text that was shown on its day', async () => {
  const copies = keptTexts().filter(({ locale, text }) => locale === 'ja' && text === 'terms');
  expect(copies.length).toBeGreaterThan(0);
  for (const { name, version } of copies) {
    const english = fileInForce(DEFAULT_LOCALE, `pages${LEGAL_PAGES.terms}`, CONTENT_DIR, version);
    const expected = headingIds(readFileSync(english?.file ?? '', 'utf8'));
    expect(await idsIn(join(keptFolder(CONTENT_DIR), name)), name).toEqual(expected);
  }
});

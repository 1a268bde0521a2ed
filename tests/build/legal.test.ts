/** The built legal texts: in every language, with their version, and linked from where people accept them. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { termById } from '../../src/authoring/pages/glossary.ts';
import { headingIds } from '../../src/authoring/reading/sections.ts';
import { fileInForce, keptPath, legalVersions } from '../../src/catalogue/legal.ts';
import { LEGAL_PAGES, type LegalText } from '../../src/forms/legal.ts';
import { formatDate } from '../../src/i18n/format.ts';
import { DEFAULT_LOCALE } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { FALLBACK_CONTENT, WAITING } from '../helpers/builds.ts';
import { byId, byTag, fileAt, only, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();
const texts = Object.entries(LEGAL_PAGES) as [LegalText, string][];
/** The terms of the glossary that each risk disclosure must explain. */
const TERMS: Partial<Record<LegalText, string[]>> = {
  futures: ['future', 'leverage', 'margin', 'marginCall', 'gap', 'liquidity', 'volatility', 'rollover', 'counterparty'],
  options: [
    'option',
    'premium',
    'assignment',
    'leverage',
    'marginCall',
    'gap',
    'liquidity',
    'volatility',
    'settlement',
  ],
  forex: ['leverage', 'margin', 'marginCall', 'gap', 'liquidity', 'spread', 'rollover', 'counterparty', 'slippage'],
};

describe.each(built.locales)('%s', (locale) => {
  const t = translator(locale);

  it.each(texts)('%s is written in the language, has every section, and says its version', (text, path) => {
    const { document, html } = pageAt(built, localize(path, locale));
    const version = legalVersions(locale)[text];
    expect(textOf(only(document, 'h1'))).not.toBe('');
    expect(textOf(only(document, 'main'))).toContain(t('page.version', { date: formatDate(version, locale) }));
    expect(html).not.toContain(t('page.notTranslated'));
    expect(only(document, 'main').attribs.lang).toBeUndefined();
    const original = fileInForce(DEFAULT_LOCALE, `pages${path}`)?.file ?? '';
    for (const id of headingIds(readFileSync(original, 'utf8'))) expect(byId(document, id), id).toBeDefined();
    for (const id of TERMS[text] ?? []) {
      expect(textOf(byId(document, `term-${id}`)), id).toContain(termById(id, locale).definition);
    }
  });

  it('the page of the account form leads to every one of them', () => {
    const { document } = pageAt(built, localize('/openAccountForm', locale));
    const links = byTag(only(document, 'main'), 'a').map(({ attribs }) => attribs.href);
    for (const [, path] of texts) expect(links).toContain(localize(path, locale));
  });

  it('the terms lead to what they speak of', () => {
    const { document } = pageAt(built, localize(LEGAL_PAGES.terms, locale));
    const links = byTag(only(document, 'main'), 'a').map(({ attribs }) => attribs.href);
    for (const text of ['privacy', 'futures', 'options', 'forex'] as const) {
      expect(links).toContain(localize(LEGAL_PAGES[text], locale));
    }
  });
});

describe.each(WAITING.locales)('a legal text that waits, in %s', (locale) => {
  const shown = site('fallback');
  const { text, version, added } = WAITING;
  const { document, html } = pageAt(shown, localize(LEGAL_PAGES[text], locale));

  it('is the page of the version before, with the ids of its headings and no line on an older translation', () => {
    const date = formatDate(legalVersions(locale, FALLBACK_CONTENT)[text], locale);
    expect(textOf(only(document, 'main'))).toContain(translator(locale)('page.version', { date }));
    expect(html).not.toContain(added);
    const before = pageAt(built, localize(LEGAL_PAGES[text], locale));
    const idsOf = (page: typeof before) =>
      byTag(only(page.document, 'main'), 'h2', 'h3').map(({ attribs }) => attribs.id);
    expect(idsOf({ ...before, document })).toEqual(idsOf(before));
  });

  it('is no file of its own', () => {
    const before = legalVersions(locale)[text];
    const kept = (of: string) => fileAt(shown, localize(keptPath({ text, version: of }), locale));
    expect(kept(before)).toBeDefined();
    expect(kept(version)).toBeUndefined();
  });
});

/** Visitors without script read the page of a support article too, and for them nothing is kept. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SUPPORT_ARTICLE_KEY } from '../../../src/browserState/keys.ts';
import { CONTENT_DIR, parseSource } from '../../../src/catalogue/content.ts';
import { LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';

/** The words of each language for data that is kept. */
const KEPT = { 'en-US': /\bke(?:ep|pt)/, ja: /保存/, tw: /保存|存放/, cn: /保存/ } as const;

describe.each(LOCALE_IDS.filter((locale) => !LOCALES[locale].overlay))(
  'the words of a support article in %s',
  (locale) => {
    const raw = readFileSync(`${CONTENT_DIR}/${locale}/pages/support/anserpage.mdx`, 'utf8');
    const { frontMatter, body } = parseSource(raw);
    const words = ['title', 'heading', 'description', 'lead'].map((name) => String(frontMatter[name]));
    const paragraphs = [...words, ...body.split('\n\n').filter((text) => !text.startsWith('<Index>'))];

    it('claim that the number is kept only together with the script that keeps it', () => {
      const claims = paragraphs.filter((text) => KEPT[locale as keyof typeof KEPT].test(text));
      const careless = claims.filter((text) => !text.includes(SUPPORT_ARTICLE_KEY) || !text.includes('JavaScript'));
      expect(careless).toEqual([]);
    });
  },
);

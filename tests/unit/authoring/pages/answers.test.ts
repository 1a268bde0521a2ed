/** What many pages are asked is answered in one place: no page has an answer of its own, with which it could differ. */
import { describe, expect, it } from 'vitest';
import { ANSWERS } from '../../../../src/authoring/components.ts';
import { marksOf } from '../../../../src/authoring/reading/mdx.ts';
import { readPage } from '../../../../src/authoring/reading/passages.ts';
import { CONTENT_DIR, mdxFiles, parseSource, readText } from '../../../../src/catalogue/content.ts';
import { LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';

/** Words that only the answer to a question has together. */
const TOGETHER: Record<Locale, { revenue: RegExp[] }> = {
  'en-US': { revenue: [/advert/i, /usage and maintenance|maintenance fees/i] },
  'en-GB': { revenue: [/advert/i, /usage and maintenance|maintenance fees/i] },
  ja: { revenue: [/広告/, /保守料/] },
  tw: { revenue: [/廣告/, /維護費/] },
  cn: { revenue: [/广告/, /维护费/] },
};

describe.each(LOCALE_IDS)('%s', (locale) => {
  const files = mdxFiles(locale).map((name) => {
    const file = `${CONTENT_DIR}/${locale}/${name}.mdx`;
    return { name, raw: readText(file) };
  });

  it('who pays Finger is said by the answer, which names all three', () => {
    const { revenue } = TOGETHER[locale];
    expect(revenue.map((word) => word.test(translator(locale)('answer.revenue')))).toEqual([true, true]);
    const others = files.filter(({ name, raw }) =>
      readPage({ file: name, locale, name, raw }).passages.some(({ text }) => revenue.every((word) => word.test(text))),
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('the figure of news sites stands in the answer alone, beside the feeds that are read', () => {
    const naming = files.filter(({ raw }) => marksOf(parseSource(raw).body).facts.includes('newsSites'));
    expect(naming.map(({ name }) => name)).toEqual([]);
  });

  it('a page gives an answer at most once', () => {
    const twice = files.flatMap(({ name, raw }) =>
      ANSWERS.filter((answer) => raw.split(`<Answer to="${answer}"`).length > 2).map((answer) => `${name} ${answer}`),
    );
    expect(twice).toEqual([]);
  });
});

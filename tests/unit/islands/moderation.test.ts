/** What moderators read in their queue: texts as on the page of a post, values by their words. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { APPELLANTS, type WaitingAppeal, type WaitingItem } from '../../../src/contract/moderation.ts';
import { LANGUAGE_OF } from '../../../src/contract/news.ts';
import { MODERATED } from '../../../src/forms/lists.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { pick, translator } from '../../../src/i18n/messages.ts';
import { draw, wordOf } from '../../../src/islands/feeds/drawing.tsx';
import { MODERATION_WORDS } from '../../../src/islands/profile/moderation/moderationWords.ts';
import { Appeal, Waiting } from '../../../src/islands/profile/moderation/Queue.tsx';
import { PART_WORDS } from '../../../src/islands/profile/partWords.ts';
import { instantIn } from '../../../src/islands/time.ts';
import { dayOf } from '../../../src/markets/times.ts';
import { postText } from '../../../src/server/posts/postText.ts';
import { el } from '../../../src/shells/element.ts';
import { postFacts } from '../../../src/shells/postPage.ts';
import { postText as shownText } from '../../../src/shells/postText.ts';
import { RECOMMENDATION } from '../../helpers/server/authors.ts';

const AT = '2026-11-27T12:00:00.000Z';
const TEXT = postText('Two-year yields **fell**.\n\n- [a](https://example.com/)');
const FACTS = {
  language: 'en',
  symbols: ['US10Y'],
  series: 'some-series',
  holding: 'long',
  pricesOn: '2026-11-26',
  recommendation: { ...RECOMMENDATION, interests: 'A fee' },
} satisfies WaitingItem['facts'];
const ITEM = {
  kind: 'post',
  id: '7',
  title: 'Yields fell',
  text: TEXT,
  facts: FACTS,
  author: 'Mio',
  since: AT,
} as const;

const frameOf = (locale: Locale) => ({
  locale,
  lang: LOCALES[locale].lang,
  service: { base: '', lang: LOCALES[locale].lang },
  loginHref: '/login',
  words: pick(locale, [...PART_WORDS, ...MODERATION_WORDS]),
  postHref: '/datahub/posts/{id}',
  licenses: {},
  series: { 'some-series': 'Some series' },
  changed: async () => {},
});
const waiting = (locale: Locale, given: Partial<WaitingItem> = {}) => {
  const reports = [{ reason: 'interest', words: 'They hold it.', at: AT } as const];
  const item: WaitingItem = { ...ITEM, post: '7', isNew: false, license: null, reports, ...given };
  return renderToStaticMarkup(createElement(Waiting, { ...frameOf(locale), item }));
};
const appeal = (locale: Locale, of: WaitingAppeal['of']) =>
  renderToStaticMarkup(
    createElement(Appeal, {
      ...frameOf(locale),
      appeal: { ...ITEM, appealId: 'x', of, reason: 'fraud', words: 'Of the report', appeal: 'Of the appeal' },
    }),
  );
const htmlOf = (children: Parameters<typeof draw>[0][]) =>
  renderToStaticMarkup(draw(el('div', {}, children))).replace(/^<div>|<\/div>$/g, '');

describe.each(LOCALE_IDS)('%s', (locale) => {
  const t = translator(locale);
  const { words, lang } = frameOf(locale);

  it('the text and what a post states are drawn by the functions of its page', () => {
    const page = { locale, lang, language: LANGUAGE_OF[locale], zone: 'UTC', word: wordOf(words, locale) };
    for (const html of [waiting(locale), appeal(locale, 'reporter')]) {
      expect(html).toContain(htmlOf(shownText(TEXT)));
      expect(html).toContain(htmlOf(postFacts(FACTS, page)));
      const facts = [t('post.advice.buy'), t('post.horizon.months'), t('post.holding.long'), 'Some series', 'US10Y'];
      for (const word of [...facts, dayOf('2026-11-26', lang, 'UTC')]) expect(html).toContain(word);
    }
  });

  it('nothing raw is left: no Markdown, id or time', () => {
    for (const html of [waiting(locale), appeal(locale, 'author'), appeal(locale, 'reporter')]) {
      const shown = html.replace(/<[^>]*>/g, '\n');
      for (const raw of ['**', '](', 'some-series', 'undefined', '[object']) expect(shown).not.toContain(raw);
      expect(shown).not.toMatch(/\d{4}-\d\d-\d\d|^(interest|fraud|buy|months|long|options|post|author|reporter)$/m);
      expect(html).toContain(instantIn(lang)(AT));
    }
    expect(waiting(locale)).toContain(t('report.reason.interest'));
    for (const kind of MODERATED) expect(waiting(locale, { kind })).toContain(t(`moderation.kind.${kind}`));
  });

  it('an appeal says whose it is', () => {
    for (const of of APPELLANTS) {
      const html = appeal(locale, of);
      for (const word of [t(`moderation.appeal.of.${of}`), t('report.reason.fraud'), 'Of the report', 'Of the appeal'])
        expect(html).toContain(word);
    }
  });
});

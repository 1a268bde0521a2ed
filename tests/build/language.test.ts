/** Each language is written in its own script, with its own punctuation. */
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { COMPANY } from '../../src/site.ts';
import { blocksOf, type Document, metas, only, site, textOf } from '../helpers/dist.ts';

const built = site();
const CJK_LOCALES = (['ja', 'tw', 'cn'] satisfies Locale[]).filter((locale) => built.locales.includes(locale));

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const english = translator('en-US');
/** Names and set phrases that stay in Latin letters in every language. */
const NAMES = [
  english('route.fingerSocial'),
  english('route.visual'),
  COMPANY,
  'All rights reserved.',
  'Aaa',
  'App Store',
  'App',
  'Ask',
  'Baa',
  'Bid',
  'Black-Scholes',
  'Caa',
  'Cookie',
  'Delta',
  'E-mini',
  'GET /key',
  'Gamma',
  'Google Play',
  'JSON Feed',
  'Python',
  'Rho',
  'Theta',
  'Vega',
  'Webhook',
  'Xetra',
  'application.assigned',
  'curl',
  'exp(',
  'mini',
];

/**
 * Very frequent characters that only one of the two scripts has, pair by pair, without characters that both use in
 * some word (后, 里, 台, 干 …).
 */
const SIMPLIFIED =
  '们这国为发经来时对会过还进说动学样从现开问关长门间东车见员应电买卖价单产业务资讯际权证账货币总额让认识转构题实质规则险损费师书业风场络网银钱负报约图当无与专区';
const TRADITIONAL =
  '們這國為發經來時對會過還進說動學樣從現開問關長門間東車見員應電買賣價單產業務資訊際權證賬貨幣總額讓認識轉構題實質規則險損費師書業風場絡網銀錢負報約圖當無與專區';

/** The texts of a page in its language: all blocks of the body, the title and the description. */
function textsOf(document: Document, locale: Locale, description: string[]): string[] {
  const { lang } = LOCALES[locale];
  return [...blocksOf(only(document, 'body'), lang), textOf(only(document, 'title')), ...description];
}

/** True if a text is not Japanese or Chinese: many Latin words in a row, or more Latin than the page's own script. */
function isForeign(text: string): boolean {
  const own = NAMES.reduce((rest, name) => rest.replaceAll(name, ''), text)
    .replace(/（[\p{Script=Latin}\d\s&.'’/-]+）/gu, '') // A legal or trade term after its translation
    .replace(/https?:\/\/\S+/g, '');
  if (/\p{Script=Latin}+(?:[\s,;:'’-]+\p{Script=Latin}+){4}/u.test(own)) return true;
  const words = own.match(/(?<!\p{L})\p{Lu}?\p{Ll}+(?!\p{L})/gu)?.join('') ?? '';
  const script = own.match(new RegExp(CJK, 'gu')) ?? [];
  return words.length > 2 && words.length > script.length / 2;
}

/** In a formula, the name of an exponent follows a bracket: '(1 + 年報酬率)持有期間'. */
const withoutExponents = (text: string) =>
  / = .* × \(/.test(text) ? text.replace(new RegExp(`\\)(?=${CJK})`, 'gu'), ')^') : text;

const CHECKS = {
  'speaks no English': isForeign,
  'has no half-width punctuation between its characters': (text: string) =>
    new RegExp(`${CJK}\\s?[,.;:!?()]\\s?${CJK}|${CJK}\\s?[,.;:!?]$`, 'u').test(withoutExponents(text)),
} as const;

function faults(locale: Locale, isWrong: (text: string) => boolean): string[] {
  return built.pages
    .filter((page) => page.locale === locale)
    .flatMap((page) =>
      textsOf(page.document, locale, metas(page, 'description'))
        .filter(isWrong)
        .map((text) => `${page.file}: ${text}`),
    );
}

describe.each(CJK_LOCALES)('%s', (locale) => {
  it.each(Object.entries(CHECKS))('%s', (_, isWrong) => {
    expect(faults(locale, isWrong)).toEqual([]);
  });
});

describe('the two Chinese scripts', () => {
  const pairs = [...SIMPLIFIED].map((simplified, index) => [simplified, [...TRADITIONAL][index] ?? '']);
  const told = pairs.filter(([simplified, traditional]) => simplified !== traditional);

  it('are told apart by pairs of characters', () => {
    expect([...TRADITIONAL]).toHaveLength([...SIMPLIFIED].length);
    expect(told.length).toBeGreaterThan(50);
  });

  it('tw has no character that is simplified only', () => {
    const simplified = new Set(told.map(([character]) => character));
    expect(faults('tw', (text) => [...text].some((character) => simplified.has(character)))).toEqual([]);
  });

  it('cn has no character that is traditional only', () => {
    const traditional = new Set(told.map(([, character]) => character));
    expect(faults('cn', (text) => [...text].some((character) => traditional.has(character)))).toEqual([]);
  });
});

describe('these checks', () => {
  const [foreign, halfWidth] = Object.values(CHECKS) as [typeof isForeign, typeof isForeign];

  it('find English sentences, buttons and headings', () => {
    const { home, stocks } = { home: english('page.notTranslated'), stocks: english('page.contents') };
    for (const text of [home, stocks, english('language.noLocation'), `取引 ${english('nav.openAccount')}`]) {
      expect(isForeign(text), text).toBe(true);
      expect(foreign(text)).toBe(true);
    }
  });

  it('leave names, codes and terms in parentheses alone', () => {
    for (const text of [COMPANY, `${COMPANY} API`, 'EUR/USD', '認定投資家（accredited investor）', 'ETF']) {
      expect(isForeign(text), text).toBe(false);
    }
  });

  it('find half-width punctuation, but not in numbers and codes', () => {
    for (const text of ['取引,市場', '株式(先物)債券', '取引.', '市場 . 取引'])
      expect(halfWidth(text), text).toBe(true);
    for (const text of ['1.10000は', 'EUR/USD（ユーロ）', '10,000株', '取引。'])
      expect(halfWidth(text), text).toBe(false);
  });
});

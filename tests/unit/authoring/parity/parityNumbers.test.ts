/** Numbers of all languages in one form. */
import { describe, expect, it } from 'vitest';
import { compareNumbers } from '../../../../src/authoring/parity/numberParity.ts';
import { numbersIn, steadyName } from '../../../../src/authoring/parity/numbers.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';

const names = (text: string, locale: Locale) => numbersIn(text, locale).map(steadyName).join(' ');

describe('numbers', () => {
  it.each(
    `
100000 = en-US: 100,000 | en-US: 100 thousand | ja: 10万 | tw: 10萬 | cn: １００,０００
1500000 USD = en-US: $1.5 million | ja: 150万ドル | tw: 150萬美元 | cn: 150万美元 | ja: USD 1,500,000
5918500000000 JPY = ja: 5兆9,185億円 | tw: 5.9185兆日圓 | cn: 5.9185万亿日元 | en-GB: 5,918,500 million yen
-0.5% = en-US: costs −0.5% | ja: 年−0.5％ | tw: 為-0.5% | en-GB: −0.5 per cent
20 times = en-US: 20:1 | en-US: 20 times | ja: 20倍 | cn: 20倍 | tw: 二十倍
17:00 = en-US: 5 p.m. | en-GB: 17:00 | ja: 午後5時 | tw: 下午5點 | cn: 下午5:00 | ja: 17時
9:30 = en-US: 9:30 a.m. | ja: 午前9時30分 | tw: 上午9點半 | cn: 9:30
1000000 = en-US: one million shares | ja: 100万株 | tw: 一百萬股 | cn: 一百万股
1.2 CHF = en-US: 1.20 francs | ja: 1.20フラン | tw: 1.20瑞士法郎
3 days = en-US: three days | ja: 3日 | tw: 三天 | cn: 3天
2 business days = en-US: two business days | ja: 2営業日 | tw: 兩個營業日 | cn: 两个交易日
3 months = en-US: three-month | ja: 3か月 | tw: 三個月 | cn: 3个月
4 month 29 days 2024 = en-US: April 29, 2024 | en-GB: 29 April 2024
12 month 24 days = en-US: Dec 24 | en-GB: 24 Dec | ja: 12月24日
200 = en-US: Two hundred reports | ja: 200本
2024 years 4 month 29 days = ja: 2024年4月29日 | tw: 2024年4月29日 | en-US: 2024-04-29
30 CNY = cn: 30元 | tw: 人民幣30元 | ja: 30人民元 | ja: 30元
10 = en-US: ten codes | ja: 10個 | tw: 十個備用碼 | cn: 十个备用码 | tw: 十項權限
30 TWD = tw: 30元 | ja: NT$30
 = cn: 第三方 | tw: 一般 | en-US: you may | ja: S&P 500 | tw: 十分 | tw: 數十個 | cn: 几十个 | cn: 两个人
`
      .trim()
      .split('\n')
      .map((line) => line.split(' = ')),
  )('%s', (wanted, texts = '') => {
    for (const written of texts.split(' | ')) {
      const [locale = '', text = ''] = written.split(/: (.*)/);
      expect([written, names(text, locale as Locale)]).toEqual([written, wanted]);
    }
  });

  const told = (source: string, own: string, locale: Locale, strict = false) => {
    const { lost, foreign } = compareNumbers([source, 'en-US'], [own, locale], strict);
    return `${lost.map(steadyName).join(' ')} → ${foreign.map(steadyName).join(' ')}`;
  };

  it('may be words in one language and digits in another, or not counted at all', () => {
    for (const [source, own, locale] of [
      ['Choose one of the ways.', '2つの方法から選びます。', 'ja'],
      ['both sides, twice a day, a third of it', '双方、1日2回、3分の1', 'ja'],
      ['around the clock', '每天24小時', 'tw'],
      ['24 hours a day, 7 days a week', '7×24小时', 'cn'],
      ['in the 1970s', '20世纪70年代', 'cn'],
      ['two business days later', '約定の2営業日後', 'ja'],
      ['until noon', '12:00まで', 'ja'],
      ['one million shares', '100万株', 'ja'],
      ['Two brokers may show different prices.', '各家價格可能不同。', 'tw'],
      ['Each of the ten codes works once.', '十個備用碼各可使用一次。', 'tw'],
      ['Both prices are shown.', '两个价格均会显示。', 'cn'],
    ] as const) {
      expect([own, told(source, own, locale)]).toEqual([own, ' → ']);
    }
  });

  it('are told where they differ in value, sign, unit or currency', () => {
    expect(told('a margin of 5%', '証拠金率は50%', 'ja')).toBe('5% → 50%');
    expect(told('a margin of 5%', '保證金為5', 'tw')).toBe('5% → 5');
    expect(told('costs −0.5%', '成本为0.5%', 'cn')).toBe('-0.5% → 0.5%');
    expect(told('$75,000', '7.5萬元', 'tw')).toBe('75000 USD → 75000 TWD');
    expect(told('$1.5 million', '15万ドル', 'ja')).toBe('1500000 USD → 150000 USD');
    expect(told('three days', '三个月', 'cn')).toBe('3 days → 3 months');
    expect(told('5 p.m.', '午前5時', 'ja')).toBe('17:00 → 5:00');
    expect(told('20:1', '2倍', 'ja')).toBe('20 times → 2 times');
    expect(told('four parameters', '3つのパラメーター', 'ja')).toBe('4 → 3');
    expect(told('keep the ten backup codes', '将六个备用码存放', 'cn')).toBe('10 → 6');
    expect(told('keep the ten backup codes', '將六個備用碼存放', 'tw')).toBe('10 → 6');
  });

  it('stand as often in a cell of a table as in English', () => {
    expect(told('10 + 10', '10 + 0', 'ja', true)).toBe('10 → 0');
    expect(told('10 and 10', '10', 'ja')).toBe(' → ');
  });
});

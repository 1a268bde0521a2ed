import { expect, it } from 'vitest';
import { hasBracketWithin, phrases, words } from '../../../src/i18n/phrases.ts';

it.each([
  ['tw', '一個帳戶，以及背後的技術', ['一個', '帳戶，', '以及背後的', '技術']],
  ['tw', '「休市日尚未確認」代表什麼', ['「休市日', '尚未', '確認」', '代表', '什麼']],
  ['cn', '货币交易，以及应当核对什么', ['货币', '交易，', '以及应当', '核对', '什么']],
  ['cn', '（《条款》）与《声明》', ['（《条款》）', '与《声明》']],
  ['tw', '看新聞、讀分析，我所在的國家', ['看新聞、', '讀分析，', '我所在的', '國家']],
  ['tw', '專屬管家，每週7天、每天24小時', ['專屬', '管家，', '每週7天、', '每天24小時']],
  ['tw', '成為合作夥伴需要執業證照', ['成為', '合作', '夥伴', '需要', '執業證照']],
  ['cn', '合格投资者和购买人，回测与限额', ['合格', '投资者', '和购买人，', '回测', '与限额']],
  ['cn', '7×24小时快讯', ['7×24小时快讯']],
  ['ja', 'アクセシビリティーとは', ['アクセシビリティーとは']],
  ['ja', '口座とそれを支える技術', ['口座と', 'それを', '支える', '技術']],
  ['ja', 'サービス・提携のご案内', ['サービス・', '提携の', 'ご案内']],
  ['ja', 'ブローカー、証券会社の始め方', ['ブローカー、', '証券会社の', '始め方']],
  ['ja', 'コンピュータービジョンで見る', ['コンピューター', 'ビジョンで', '見る']],
  ['en-US', 'A two-step sign-in', ['A ', 'two-step ', 'sign-in']],
] as const)('a line in %s may end between words alone: %s', (locale, text, expected) => {
  const found = phrases(text, locale);
  expect(found).toEqual(expected);
  expect(found.join('')).toBe(text);
});

it('a line of a figure may also end between the words of a phrase', () => {
  expect(words('証券会社の始め方', 'ja')).toEqual(['証券', '会社の', '始め', '方']);
});

it('a phrase is kept together at a bracket within it', () => {
  expect(phrases('外国為替（FX）のリスク', 'ja').map(hasBracketWithin)).toEqual([true, false]);
  expect(['（FX）', 'コンピューター', 'ファンド（ETF）を含めた商品を'].map(hasBracketWithin)).toEqual([
    false,
    false,
    false,
  ]);
});

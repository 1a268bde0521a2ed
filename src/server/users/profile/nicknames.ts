/**
 * Nicknames that nobody may take: those that pass for the company or its staff, also in letters that look like others.
 * What was taken before stays.
 */
import { randomInt } from 'node:crypto';
import type { FaultKey } from '../../../forms/faultWords.ts';
import { hasAddress } from '../../../forms/names.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { COMPANY } from '../../../site.ts';
import { serverMessage } from '../../messages.ts';

// cspell:disable
/** Letters that pass for Latin ones, by the Latin one: those of UTS 39 in which our words can be written. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'вβʙƅ',
  c: 'сϲᴄ',
  d: 'ԁđɖᴅ',
  e: 'еεєɛᴇ',
  f: 'ƒғꜰϝ',
  g: 'ɡɢԍցǥ',
  h: 'һнħʜ',
  k: 'кκᴋ',
  // 'l' stands for 'i' too, which passes for it as a capital.
  l: 'iіιıɩɪӏł1|!ǀ',
  m: 'мᴍ',
  n: 'пνηոɴŋ',
  o: 'оοօᴏø0',
  p: 'рρᴘ',
  r: 'гʀɾ',
  s: 'ѕꜱƽ',
  t: 'тτᴛŧ',
  u: 'υսᴜ',
  v: 'ѵᴠ',
  x: 'хχ',
  y: 'уγʏ',
};
const LATIN = new Map(Object.entries(ALIKE).flatMap(([latin, alike]) => [...alike].map((glyph) => [glyph, latin])));
const SIGNS = new Set(['0', '1', '|', '!']);

/** A name as it looks. `signs`: whether digits and marks count as the letters that they look like. */
const lookOf = (name: string, signs: boolean): string =>
  [
    ...name
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''),
  ]
    .map((letter) => (SIGNS.has(letter) && !signs ? letter : (LATIN.get(letter) ?? letter)))
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const NAME = lookOf(COMPANY, true);
/** Alone or together with each other, the company's name, numbers and what may stand beside them. */
const STAFF = `admin admins administrator administrators administration moderator moderators moderation support helpdesk
  helpcenter helpcentre official staff security system root operator compliance webmaster postmaster customerservice
  customercare 管理者 管理人 運営 運営者 運営事務局 事務局 サポート 公式 管理员 管理員 版主 客服 官方 支援 支持 系统 系統 站长 站長`;
const BESIDE =
  'the of for from by and your our a my mr team group desk help center centre service services customer account online チーム 团队 團隊 中心 人员 人員';
// cspell:enable
const looksOf = (words: string) => words.split(/\s+/).map((word) => lookOf(word, true));
const alternatives = (words: readonly string[]) => `(?:${words.join('|')})`;
const PARTS = alternatives([...looksOf(STAFF), ...looksOf(BESIDE), NAME, String.raw`\d`]);
const MADE_OF_THEM = new RegExp(`^${PARTS}*${alternatives([...looksOf(STAFF), NAME])}${PARTS}*$`);

/** Whether a nickname is the company's name, alone or as a word of its own, or says that its owner belongs to it. */
function isReserved(name: string): boolean {
  return [true, false].some((signs) => {
    const look = lookOf(name, signs);
    const words: readonly string[] = look.match(/\p{sc=Latin}+/gu) ?? [];
    return words.includes(NAME) || MADE_OF_THEM.test(look.replace(/[^\p{L}\p{N}]/gu, ''));
  });
}

/** What the shape of a nickname does not say; null if it may be taken. */
export function nicknameFault(name: string): FaultKey | null {
  if (isReserved(name)) return 'nicknameReserved';
  return hasAddress(name) ? 'nameAddress' : null;
}

/** A nickname for who has chosen none. */
export const anyNickname = (locale: Locale): string =>
  serverMessage('server.newNickname', locale, String(randomInt(1000, 10_000)));

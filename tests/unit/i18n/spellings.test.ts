/** The spellings of a query: names of the glossary in other languages, both scripts of Chinese. */
import { describe, expect, it } from 'vitest';
import { glossary, termById } from '../../../src/authoring/pages/glossary.ts';
import { foreignNames, searchFile } from '../../../src/authoring/pages/searchFile.ts';
import { mainTerm } from '../../../src/catalogue/schemas.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { spellingsOf } from '../../../src/i18n/spellings.ts';
import { foldedForSearch } from '../../../src/i18n/tokens.ts';

const spellings = (query: string, locale: Locale) =>
  spellingsOf(query, locale, JSON.parse(searchFile(locale).json).names);
const nameOf = (id: string, locale: Locale) => mainTerm(termById(id, locale).term);

describe('a query', () => {
  it('is searched as it is typed, folded', async () => {
    expect(await spellings(' ＡＰＩ Keys ', 'en-US')).toEqual([' api keys ']);
    expect(await spellings('ｵﾌﾟｼｮﾝ', 'ja')).toEqual(['オプション']);
  });

  it('is also searched in the script of the page', async () => {
    expect(await spellings('隐私', 'tw')).toContain('隱私');
    expect(await spellings('隱私', 'cn')).toContain('隐私');
    expect(await spellings('为什么', 'tw')).toContain('為什麼');
    expect(await spellings('手續費 API', 'cn')).toContain('手续费 api');
    expect(await spellings('隐私', 'ja')).toEqual(['隐私']);
  });

  it.each(['tw', 'cn', 'ja', 'en-US'] as const)(
    'by the name of a term in another language finds that of %s',
    async (to) => {
      // Two terms may share a name in another language.
      const owners = new Map<string, string[]>();
      for (const id of Object.keys(glossary)) {
        for (const name of foreignNames(id, to)) owners.set(name, [...(owners.get(name) ?? []), id]);
      }
      const missed: string[] = [];
      for (const [name, ids] of owners) {
        const found = await spellings(name, to);
        if (!ids.some((id) => found.includes(foldedForSearch(nameOf(id, to))))) missed.push(`${ids}: ${name}`);
      }
      expect(missed).toEqual([]);
    },
  );

  it('replaces a name of letters only as a whole word, the longest name first', async () => {
    expect(await spellings('optional', 'tw')).toEqual(['optional']);
    expect((await spellings('call option 价格', 'tw')).join()).toContain(nameOf('callOption', 'tw'));
    expect((await spellings(`${nameOf('option', 'cn')}手续费`, 'tw')).at(-1)).toBe(`${nameOf('option', 'tw')}手續費`);
  });
});

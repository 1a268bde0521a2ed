import { it } from 'vitest';
import { site, blocksOf, only, metas, textOf, byTag } from '../helpers/dist.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
it('x', () => {
  const seen = new Set<string>();
  const s = site();
  for (const p of s.pages) {
    if (p.locale.startsWith('en')) continue;
    const bs = [...blocksOf(only(p.document, 'body'), LOCALES[p.locale].lang), textOf(byTag(p.document,'title')[0]), ...metas(p,'description')];
    for (const b of bs) {
      const words = b.match(/[A-Za-z]{2,}/g)?.length ?? 0;
      const cjk = b.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
      const lat = b.match(/\p{Script=Latin}/gu)?.length ?? 0;
      if ((words >= 2 && lat > cjk / 2) || /([\p{Script=Latin}]+[\s]+){2,}\p{Script=Latin}+/u.test(b)) seen.add(p.locale + ' ' + p.file+ ' | ' + b.slice(0,300));
    }
  }
  const uniq = new Map([...seen].map((x) => [x.split(' | ')[1], x]));
  console.log([...uniq.values()].join('\n'));
  console.log([...byTag(s.pages[0]!.document,'nav')].length);
});

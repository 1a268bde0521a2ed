/** Synthetic news items for the bench: sentences of the site, chosen by a fixed rule, so that every run is the same. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSource } from '../../src/catalogue/content.ts';
import { LOCALE_IDS, type Locale } from '../../src/i18n/locales.ts';

const WORDS_A_PAGE = 600;
const SECTIONS = 6;
const LINKS = ['/service/forex', '/service/stocks', '/service/funds', '/technology', '/download', '/datahub/news'];

interface Pool {
  sentences: string[];
  headings: string[];
  titles: string[];
  descriptions: string[];
}

/** Picks from lists in an order that depends only on the seed (mulberry32). */
function drawer(seed: number): <T>(list: readonly T[]) => T {
  let state = seed;
  return (list) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return list[((mixed ^ (mixed >>> 14)) >>> 0) % list.length] as (typeof list)[number];
  };
}

/** The sentences, headings, titles and descriptions of a locale's pages. Lines with markup are left out. */
async function poolOf(content: string, locale: Locale): Promise<Pool> {
  const pool: Pool = { sentences: [], headings: [], titles: [], descriptions: [] };
  const dir = join(content, locale, 'pages');
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.mdx')).sort();
  for (const name of names) {
    const { frontMatter, body } = parseSource(await readFile(join(dir, name), 'utf8'));
    pool.titles.push(String(frontMatter.title));
    pool.descriptions.push(String(frontMatter.description));
    for (const line of body.split('\n')) {
      const heading = /^## +(.+)$/.exec(line)?.[1];
      if (heading) pool.headings.push(heading);
      else if (/^\p{L}/u.test(line) && !/[<>{}[\]*_`|]/.test(line)) {
        pool.sentences.push(...line.split(/(?<=[.!?]) |(?<=[。！？])/));
      }
    }
  }
  return pool;
}

/** Number of English words; two CJK characters count as one. */
function wordCount(text: string): number {
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return cjk / 2 + (text.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0);
}

/** One item: six sections of paragraphs with links, a table with aligned cells, a list, a glossary term. */
export function newsItem(pool: Pool, number: number): string {
  const draw = drawer(number + 1);
  const text = (words: number): string => {
    const drawn: string[] = [];
    for (let count = 0; count < words; count += wordCount(drawn.at(-1) ?? '')) drawn.push(draw(pool.sentences));
    return drawn.join(' ');
  };
  const link = () => `[${draw(pool.titles)}](${draw(LINKS)})`;
  const paragraph = WORDS_A_PAGE / SECTIONS / 2 - 20;
  const special: Record<number, () => string> = {
    0: () => `<Term id="spread">${draw(pool.titles)}</Term> ${text(1)}`,
    2: () =>
      [
        `| ${draw(pool.titles)} | ${draw(pool.titles)} |`,
        '|:--|--:|',
        ...Array.from({ length: 5 }, (_, row) => `| ${draw(pool.titles)} | ${(number + row) % 97} |`),
      ].join('\n'),
    4: () => Array.from({ length: 4 }, () => `- ${text(1)} ${link()}`).join('\n'),
  };
  const sections = Array.from({ length: SECTIONS }, (_, index) =>
    [
      `## ${draw(pool.headings)}`,
      text(paragraph),
      `${link()} ${text(paragraph)}`,
      ...(index % 3 === 1 ? [`### ${draw(pool.headings)}`] : []),
      special[index]?.() ?? text(1),
    ].join('\n\n'),
  );
  return `---
title: ${JSON.stringify(`${draw(pool.titles)} ${number}`)}
description: ${JSON.stringify(draw(pool.descriptions))}
lead: ${JSON.stringify(text(1))}
date: ${new Date(Date.UTC(2026, 0, 1 + (number % 300))).toISOString().slice(0, 10)}
---

${sections.join('\n\n')}
`;
}

/** Copies content to a folder and adds `count` news items to it, an equal share in every locale. */
export async function makeContent(dir: string, count: number, content = 'content'): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await cp(content, dir, { recursive: true });
  for (const locale of LOCALE_IDS) {
    const pool = await poolOf(content, locale);
    const news = join(dir, locale, 'news');
    await rm(news, { recursive: true, force: true });
    await mkdir(news, { recursive: true });
    for (let number = 0; number < count / LOCALE_IDS.length; number += 1) {
      await writeFile(join(news, `bench-${String(number).padStart(4, '0')}.mdx`), newsItem(pool, number));
    }
  }
}

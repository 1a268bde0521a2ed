/**
 * npm run bench -- visit: what a visitor on a phone waits for, beside a bare Astro page with the same words and one plain
 * style, in turn. Prints medians and Lighthouse's, and whether the goals are met; exit code 1 if not. Nothing else should
 * run meanwhile. ROUNDS=9 npm run bench -- visit takes medians of nine (5 by default).
 */
import lighthouse from 'lighthouse';
import { localize } from '../../src/i18n/urls.ts';
import { chromium } from '../engines/engines.ts';
import { follow, type Loaded, load } from './visitPages.ts';
import { benchSearch } from './visitSearch.ts';
import { bareLesson, EMPTY, LESSON, MEASURED, makeSites } from './visitSites.ts';

const ROUNDS = Math.max(1, Math.trunc(Number(process.env.ROUNDS ?? 5)) || 5);
/** An English lesson beside the same in Japanese, which has no font file */
const FONT_GOAL = 1.05;
/** A page after a hover beside an empty one; a first tap beside the bare page's */
const HOVER_GOAL = 1.3;
const TAP_GOAL = 1.1;
const BLOCKING_GOAL = 50;
const SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

const sites = await makeSites();
const { house, bare } = sites;
const NEXT = '/service/stocks';
const isMet: boolean[] = [];

const loads = {} as Record<string, Loaded[]>;
const clicks = {} as Record<string, number[]>;

for (let round = 0; round < ROUNDS; round += 1) {
  for (const locale of MEASURED) {
    push(loads, `house ${locale}`, await load(house.url + localize(LESSON, locale)));
    push(loads, `bare ${locale}`, await load(bare.url + bareLesson(locale)));
  }
  for (const known of [true, false]) {
    const how = known ? 'warm' : 'cold';
    push(clicks, `house ${how}`, await follow(house.url, NEXT, LESSON, { known }));
    push(clicks, `bare ${how}`, await follow(bare.url, bareLesson('ja'), bareLesson('en-US'), { known }));
  }
  push(clicks, 'house hover', await follow(house.url, NEXT, LESSON, { rests: true }));
  push(clicks, 'empty hover', await follow(bare.url, EMPTY.from, EMPTY.to, { rests: true }));
  console.error(`round ${round + 1} of ${ROUNDS}`);
}

console.log(`Medians of ${ROUNDS}: milliseconds to the largest paint, blocking (range), layout shift`);
for (const [name, all] of Object.entries(loads)) {
  const blocking = all.map((one) => Math.round(one.blocking));
  const shift = Math.max(...all.map((one) => one.shift)).toFixed(3);
  const range = `${Math.min(...blocking)} to ${Math.max(...blocking)}`;
  console.log(`  ${name.padEnd(12)} ${largest(name)}, ${median(blocking)} (${range}), ${shift}`);
}
console.log('Medians: milliseconds from a click to the first paint');
for (const [name, all] of Object.entries(clicks)) console.log(`  ${name.padEnd(12)} ${Math.round(median(all))}`);

for (const locale of MEASURED) {
  judge(`largest paint of ${locale} beside bare`, largest(`house ${locale}`) / largest(`bare ${locale}`), 1);
  const blocking = median((loads[`house ${locale}`] ?? []).map((one) => one.blocking));
  judge(`blocking of ${locale} in ms`, blocking, BLOCKING_GOAL);
}
judge('largest paint of en-US beside ja', largest('house en-US') / largest('house ja'), FONT_GOAL);
judge('a first tap beside bare', clicked('house cold') / clicked('bare cold'), TAP_GOAL);
judge('after a hover beside empty', clicked('house hover') / clicked('empty hover'), HOVER_GOAL);

for (const { what, value, goal } of await benchSearch(house.url, LESSON, ROUNDS)) judge(what, value, goal);

console.log(`Lighthouse, mobile, medians of ${ROUNDS}`);
for (const path of ['/', LESSON, '/datahub/flash']) {
  const scores = {} as Record<string, number[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, score] of Object.entries(await audit(house.url + path))) push(scores, name, score);
  }
  for (const [name, goal] of Object.entries(SCORES)) {
    const score = median(scores[name] ?? []);
    isMet.push(score >= goal);
    console.log(`  ${score >= goal ? 'ok' : 'MISSED'}  ${path} ${name} ${score} (${scores[name]?.join(', ')})`);
  }
}
await sites.close();
process.exitCode = isMet.every(Boolean) ? 0 : 1;

async function audit(url: string): Promise<Record<string, number>> {
  const browser = await chromium();
  try {
    const page = await browser.newPage();
    const found = await lighthouse(
      url,
      { output: 'json', onlyCategories: Object.keys(SCORES) },
      undefined,
      page as never,
    );
    const categories = Object.entries(found?.lhr.categories ?? {});
    return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
  } finally {
    await browser.close();
  }
}

function push<T>(table: Record<string, T[]>, name: string, value: T): void {
  table[name] = [...(table[name] ?? []), value];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function largest(name: string): number {
  return Math.round(median((loads[name] ?? []).map((one) => one.largest)));
}

function clicked(name: string): number {
  return median(clicks[name] ?? []);
}

function judge(what: string, value: number, goal: number): void {
  isMet.push(value <= goal);
  console.log(`  ${value <= goal ? 'ok' : 'MISSED'}  ${what}: ${value.toFixed(2)}, goal <= ${goal}`);
}

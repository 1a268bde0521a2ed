/**
 * npm run bench -- visit: what a visitor on a phone waits for, beside a bare Astro page with the same words and one plain
 * style, in turn. Prints medians and Lighthouse's, and whether the goals are met; exit code 1 if not. Nothing else should
 * run meanwhile. ROUNDS=9 npm run bench -- visit takes medians of nine (5 by default).
 */
import lighthouse from 'lighthouse';
import { chromium } from '../engines/engines.ts';
import { follow, type Loaded, load } from './visitPages.ts';
import { benchSearch } from './visitSearch.ts';
import { barePage, EMPTY, LESSON, makeSites, pageOf } from './visitSites.ts';

const ROUNDS = Math.max(1, Math.trunc(Number(process.env.ROUNDS ?? 5)) || 5);
/** The largest paint beside that of a bare page with the same words */
const PAINT_GOALS = [
  { name: 'lesson', locale: 'en-US', goal: 0.85 },
  { name: 'lesson', locale: 'ja', goal: 0.7 },
  { name: 'home', locale: 'en-US', goal: 0.9 },
  { name: 'home', locale: 'ja', goal: 0.9 },
] as const;
/** A page after a hover beside an empty one; a tap beside one on a bare page, of which the browser knows all or nothing */
const HOVER_GOAL = 1.5;
/** Milliseconds on a desktop without slowing */
const DESKTOP_HOVER_GOAL = 100;
const TAP_GOAL = 1;
const BLOCKING_GOAL = 50;
const SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

const sites = await makeSites();
const { house, bare } = sites;
const NEXT = '/service/stocks';
const isMet: boolean[] = [];

const loads = {} as Record<string, Loaded[]>;
const clicks = {} as Record<string, number[]>;

for (let round = 0; round < ROUNDS; round += 1) {
  for (const { name, locale } of PAINT_GOALS) {
    push(loads, `house ${name} ${locale}`, await load(house.url + pageOf(name, locale)));
    push(loads, `bare ${name} ${locale}`, await load(bare.url + barePage(name, locale)));
  }
  for (const known of [true, false]) {
    const how = known ? 'warm' : 'cold';
    push(clicks, `house ${how}`, await follow(house.url, NEXT, LESSON, { known }));
    push(
      clicks,
      `bare ${how}`,
      await follow(bare.url, barePage('lesson', 'ja'), barePage('lesson', 'en-US'), { known }),
    );
  }
  push(clicks, 'house hover', await follow(house.url, NEXT, LESSON, { rests: true }));
  push(clicks, 'desktop hover', await follow(house.url, NEXT, LESSON, { rests: true, isDesktop: true }));
  push(clicks, 'bare hover', await follow(bare.url, EMPTY.from, LESSON, { rests: true }));
  push(clicks, 'empty hover', await follow(bare.url, EMPTY.from, EMPTY.to, { rests: true }));
  console.error(`round ${round + 1} of ${ROUNDS}`);
}

console.log(`Medians of ${ROUNDS}: milliseconds to the largest paint, blocking (range), layout shift`);
for (const [name, all] of Object.entries(loads)) {
  const blocking = all.map((one) => Math.round(one.blocking));
  const shift = Math.max(...all.map((one) => one.shift)).toFixed(3);
  const range = `${Math.min(...blocking)} to ${Math.max(...blocking)}`;
  console.log(`  ${name.padEnd(18)} ${largest(name)}, ${median(blocking)} (${range}), ${shift}`);
}
console.log('Medians: milliseconds from a click to the first paint');
for (const [name, all] of Object.entries(clicks)) console.log(`  ${name.padEnd(13)} ${Math.round(median(all))}`);

for (const { name, locale, goal } of PAINT_GOALS) {
  const page = `${name} ${locale}`;
  const seen = loads[`house ${page}`] ?? [];
  judge(`largest paint of ${page} beside bare`, largest(`house ${page}`) / largest(`bare ${page}`), goal);
  judge(`blocking of ${page} in ms`, median(seen.map(({ blocking }) => blocking)), BLOCKING_GOAL);
  judge(`shift of ${page}`, Math.max(...seen.map(({ shift }) => shift)), 0);
}
for (const how of ['cold', 'warm']) {
  judge(`a ${how} tap beside bare`, clicked(`house ${how}`) / clicked(`bare ${how}`), TAP_GOAL);
}
judge('after a hover beside empty', clicked('house hover') / clicked('empty hover'), HOVER_GOAL);
judge('after a hover on a desktop in ms', clicked('desktop hover'), DESKTOP_HOVER_GOAL);

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

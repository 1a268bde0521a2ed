/** A walk through the site in Firefox and WebKit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termById } from '../../src/authoring/pages/glossary.ts';
import { ACCOUNT_FORM_KEY } from '../../src/browserState/keys.ts';
import { FLASH_PUBLISH_PATH } from '../../src/contract/all.ts';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { openDatabase } from '../../src/server/db/opening/open.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { INVESTOR, keptAnswers, PASSWORD } from '../helpers/browser/applicationForm.ts';
import { LAY_OUT_ALL } from '../helpers/browser/looks.ts';
import { addressOfEachKind } from '../helpers/browser/site.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { type Engine, HYDRATED, startChromium, startFirefox, startWebKit, until, visit } from './engines.ts';

/** WebKit's MiniBrowser is at least 447 px wide. */
const NARROW = 447;
const WIDE = 1440;
const WIDTHS = [NARROW, 1024, WIDE];
const LESSON = '/service/forex';

/**
 * The heights of a page's blocks: from its first heading to the next of the first two levels, to the footer, to the end.
 * A block is as high as all that stands in it. `slack`: the height of a line of its heading, its highest line, or of a
 * line of each of its paragraphs that has several, if that is more.
 */
const BLOCKS = `(() => {
  // These pages have sections beside each other on wide screens, so that only the whole of them has a height.
  const beside = innerWidth >= 1024 && document.body.matches('.kind-system, .kind-shell, .kind-form');
  const marks = [...document.querySelectorAll(beside ? 'main h1, footer' : 'main h1, main h2, footer')].filter(
    (mark) => !mark.closest('nav, aside, dialog, [popover]') && mark.checkVisibility({ visibilityProperty: true }),
  );
  const paragraphs = [...document.querySelectorAll('main p, main li, footer p')].map((paragraph) => {
    const { top, height } = paragraph.getBoundingClientRect();
    const line = parseFloat(getComputedStyle(paragraph).lineHeight);
    return { top: top + scrollY, line: height > 1.5 * line && !paragraph.querySelector('p, li') ? line : 0 };
  });
  const slackIn = (from, to) =>
    paragraphs.filter(({ top }) => top >= from && top < to).reduce((sum, { line }) => sum + line, 0);
  const tops = [...marks.map((mark) => mark.getBoundingClientRect().top + scrollY), document.documentElement.scrollHeight];
  return marks.map((mark, n) => ({
    name: mark.textContent.trim().slice(0, 40),
    height: Math.round(tops[n + 1] - tops[n]),
    slack: Math.ceil(Math.max(parseFloat(getComputedStyle(mark).lineHeight), slackIn(tops[n], tops[n + 1]))),
  }));
})()`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

interface Look {
  overflow: number;
  blocks: { name: string; height: number; slack: number }[];
}

let place: Place;
let served: Served;
let token: string;
let expected: Map<string, Look>;

const pages = (['en-US', 'ja', 'tw'] as const satisfies readonly Locale[]).flatMap((locale) =>
  addressOfEachKind(locale),
);

beforeAll(async () => {
  place = await filledPlace();
  const database = await openDatabase(place);
  token = await addEditor(database.orm, 'Test');
  await database.close();
  served = await serve(BUILDS.site, { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' });
  await untilReady(served.url);
  const engine = await startChromium();
  expected = await look(engine);
  await engine.close();
});

afterAll(async () => {
  await served?.stop();
  await place?.remove();
});

async function publish(title: string): Promise<void> {
  const response = await fetch(served.url + FLASH_PUBLISH_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token },
    body: JSON.stringify({ action: 'publish', language: 'en', title }),
  });
  expect(response.status).toBe(200);
}

async function look(engine: Engine): Promise<Map<string, Look>> {
  const seen = new Map<string, Look>();
  for (const width of WIDTHS) {
    await engine.resize(width, 1000);
    for (const { path } of pages) {
      await visit(engine, served.url + path);
      // Whether an optional font comes in time differs from engine to engine.
      await engine.run(`document.documentElement.style.setProperty('--sans', 'sans-serif')`);
      await engine.run(LAY_OUT_ALL);
      await engine.run(`document.querySelector('.latest')?.scrollIntoView()`);
      await until(engine, `!document.querySelector('.item-looking, [data-waiting]')`);
      seen.set(`${path} ${width}`, { overflow: await engine.run(OVERFLOW), blocks: await engine.run(BLOCKS) });
    }
  }
  return seen;
}

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (name, start) => {
  let engine: Engine;
  const open = (path: string) => visit(engine, served.url + path);

  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine?.close());

  it('lays every kind of page out as Chromium does, none too wide', async () => {
    const faults: string[] = [];
    for (const [page, { overflow, blocks }] of await look(engine)) {
      if (overflow > 0) faults.push(`${page}: ${overflow} px too wide`);
      const wanted = expected.get(page)?.blocks ?? [];
      expect(
        blocks.map(({ name }) => name),
        page,
      ).toEqual(wanted.map(({ name }) => name));
      for (const [n, { name, height }] of blocks.entries()) {
        const { height: other = 0, slack = 0 } = wanted[n] ?? {};
        // A line more or fewer is no fault: characters differ a little in width, and only Chromium knows phrases. And
        // WebKit cuts the fraction of a pixel off each line, which is less than a fiftieth of it.
        if (Math.abs(height - other) > Math.max(Math.abs(other) / 10, slack + Math.abs(other) / 50))
          faults.push(`${page} '${name}': ${height} for ${other}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('marks the section that is read in the contents', async () => {
    await engine.resize(WIDE, 1000);
    const marked = `document.querySelector('.contents a:is(:target-current, [aria-current])')`;
    await open('/service/stocks#orders');
    await until(engine, `${marked}?.hash === '#orders'`);
    await until(engine, `getComputedStyle(${marked}).borderInlineStartColor !== 'rgba(0, 0, 0, 0)'`);
    await engine.run('scrollTo({ top: 0, behavior: "instant" })');
    await until(engine, `${marked}?.hash === document.querySelector('.contents a').hash`);
  });

  // With `text-autospace`, WebKit draws '1.10美元' as '110美元'.
  it('adds space between scripts only if it draws figures right', async () => {
    await open(localize(LESSON, 'tw'));
    const space = await engine.run('getComputedStyle(document.body).textAutospace');
    expect(space).toBe(name === 'WebKit' ? 'no-autospace' : 'normal');
  });

  it('opens and closes the menu', async () => {
    await engine.resize(NARROW, 1000);
    await open(LESSON);
    await engine.press('.hamburger');
    await until(engine, `document.querySelector('#site-menu').matches(':popover-open')`);
    await engine.press('.hamburger');
    await until(engine, `!document.querySelector('#site-menu').matches(':popover-open')`);
  });

  it('changes the language and the theme, and keeps the theme', async () => {
    await engine.resize(WIDE, 1000);
    await open(LESSON);
    await engine.press('.language-button');
    await engine.press(`#language-picker a[lang="${LOCALES.ja.lang}"]`);
    await until(engine, `location.pathname === '${localize(LESSON, 'ja')}'`);
    await until(engine, HYDRATED);
    await engine.press('.theme-switch');
    await until(engine, `document.documentElement.dataset.theme === 'dark'`);
    await open('/');
    expect(await engine.run('document.documentElement.dataset.theme')).toBe('dark');
    await engine.press('.theme-switch');
  });

  it('shows a definition where its term is pressed', async () => {
    await open(LESSON);
    const id = await engine.run<string>(`document.querySelector('main a.term').hash.slice('#term-'.length)`);
    expect(await engine.run(`getComputedStyle(document.querySelector('main a.term')).textDecorationLine`)).toBe(
      'underline',
    );
    const text = termById(id, 'en-US').definition;
    await engine.press('main a.term');
    // In a popover at the word, or at its place in the glossary.
    await until(
      engine,
      `[...document.querySelectorAll('main *, [popover]')].some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return one.textContent.trim().includes(${JSON.stringify(text)}) && one.checkVisibility() &&
          one.matches(':popover-open, dd') && top >= 0 && bottom <= innerHeight;
      })`,
    );
  });

  it('shows a flash when it is published', async () => {
    const shown = (title: string) => `document.querySelector('main').textContent.includes('${title}')`;
    const stamp = `${name} ${Date.now()}`;
    await publish(`Before ${stamp}`);
    await open('/datahub/flash');
    await until(engine, shown(`Before ${stamp}`));
    await publish(`Live ${stamp}`);
    await until(engine, shown(`Live ${stamp}`));
  });

  it('takes the form to its end', async () => {
    await open('/robots.txt');
    const answers = { ...INVESTOR, email: `engine${Date.now()}@example.com` };
    await engine.run(`localStorage.setItem('${ACCOUNT_FORM_KEY}', ${JSON.stringify(keptAnswers(answers))})`);
    await open('/openAccountForm#step-login');
    await until(engine, `document.querySelector('#account-password')?.checkVisibility()`);
    await engine.type('#account-password', PASSWORD);
    await engine.type('#account-confirmation', PASSWORD);
    for (const step of ['about', 'trading', 'notifications', 'check']) {
      await engine.press('.account form button[type="submit"]');
      await until(engine, `location.hash === '#step-${step}'`);
    }
    for (const field of ['agreements-privacy', 'agreements-terms', 'declaration']) {
      await engine.press(`#account-${field}`);
    }
    await engine.press('.account form button[type="submit"]');
    await until(engine, `document.querySelector('.reference')`);
  });
});

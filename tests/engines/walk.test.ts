/** A walk through the site in Firefox and WebKit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLASH_PUBLISH_PATH } from '../../src/contract/all.ts';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { ACCOUNT_FORM_KEY } from '../../src/visit/keys.ts';
import { INVESTOR, keptAnswers, PASSWORD } from '../helpers/accountForm.ts';
import { BUILDS } from '../helpers/builds.ts';
import { filledPlace, type Place } from '../helpers/database.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { addressOfEachKind } from '../helpers/site.ts';
import { type Engine, startChromium, startFirefox, startWebKit, until, visit } from './engines.ts';

/** The highest line of running text: one more or fewer is no fault, because fonts differ a little in their widths. */
const LINE_PX = 36;
/** WebKit's MiniBrowser is at least 447 px wide. */
const NARROW = 447;
const WIDE = 1440;
const LESSON = '/service/forex';

/**
 * The heights of a page's blocks: from its first heading to the next of the first two levels, to the footer, to the end.
 * A block is as high as all that stands in it.
 */
const BLOCKS = `(() => {
  const marks = [...document.querySelectorAll('main h1, main h2, footer')].filter(
    (mark) => !mark.closest('nav, aside, dialog, [popover]') && mark.checkVisibility({ visibilityProperty: true }),
  );
  const tops = [...marks.map((mark) => mark.getBoundingClientRect().top + scrollY), document.documentElement.scrollHeight];
  return marks.map((mark, n) => [mark.textContent.trim().slice(0, 40), Math.round(tops[n + 1] - tops[n])]);
})()`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

interface Look {
  overflow: number;
  blocks: [string, number][];
}

let place: Place;
let served: Served;
let token: string;
let expected: Map<string, Look>;

const pages = (['en-US', 'ja', 'tw'] as const satisfies readonly Locale[]).flatMap((locale) =>
  addressOfEachKind(locale),
);
const looks = pages.flatMap(({ path }) => [NARROW, WIDE].map((width) => ({ path, width })));

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
  for (const width of [NARROW, WIDE]) {
    await engine.resize(width, 1000);
    for (const { path } of looks.filter((one) => one.width === width)) {
      await visit(engine, served.url + path);
      await until(engine, `!document.querySelector('.item-looking')`);
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

  let seen: Map<string, Look>;
  it('shows every kind of page, none too wide', async () => {
    seen = await look(engine);
    const faults = [...seen].flatMap(([page, { overflow }]) =>
      overflow > 0 ? `${page}: ${overflow} px too wide` : [],
    );
    expect(faults).toEqual([]);
    for (const [page, { blocks }] of seen) {
      expect(
        blocks.map(([name]) => name),
        page,
      ).toEqual(expected.get(page)?.blocks.map(([name]) => name));
    }
  });

  // Not a check yet: WebKit's columns of tables and the lines of Japanese headings are of other sizes than Chromium's.
  const comparesLayout = () => {
    const faults: string[] = [];
    for (const [page, { blocks }] of seen) {
      const wanted = expected.get(page)?.blocks ?? [];
      expect(blocks.length, page).toBe(wanted.length);
      for (const [n, [name, height]] of blocks.entries()) {
        const other = wanted[n]?.[1] ?? 0;
        if (Math.abs(height - other) > Math.max(other / 10, LINE_PX))
          faults.push(`${page} '${name}': ${height} for ${other}`);
      }
    }
    expect(faults).toEqual([]);
  };
  if (process.env.TEST_LAYOUT) it('lays every kind of page out as Chromium does', comparesLayout);

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
    await until(engine, `!document.querySelector('astro-island[ssr]')`);
    await engine.press('.theme-switch');
    await until(engine, `document.documentElement.dataset.theme === 'dark'`);
    await open('/');
    expect(await engine.run('document.documentElement.dataset.theme')).toBe('dark');
    await engine.press('.theme-switch');
  });

  it('shows a definition where its term is pressed', async () => {
    await open(LESSON);
    const id = await engine.run<string>(`document.querySelector('main a.term').hash.slice(1)`);
    const text = await engine.run<string>(`document.getElementById('${id}').querySelector('dd').textContent.trim()`);
    await engine.press('main a.term');
    // In a popover at the word, or at its place in the list.
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

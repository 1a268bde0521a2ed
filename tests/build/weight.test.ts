/** Budgets of the transferred bytes, compressed with brotli; 1 kB is 1,000 bytes. */
import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DomUtils } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { localize } from '../../src/i18n/urls.ts';
import { BUILDS } from '../helpers/builds.ts';
import { type Build, byTag, links, type Page, ROUTE_ROWS, type Site, site } from '../helpers/dist.ts';

/**
 * `script`: what any page loads once it is touched; React alone is 57 kB of it (touch.spec.ts has what it loads
 * before). `map` and `feeds`: what the live map of exchanges, with the clock of the markets, and the live lists of news
 * and flash add to their pages. These pages are readable without: the drawing, the articles and the hours are in the
 * HTML, and the rest loads after the first paint. `form`: what the form to open an account, with the rules of the
 * application, adds to its only page. `ask`: what the help center, the question form and the form of advertising
 * requests add to theirs, with the rules that load when the question is sent. `calculator`: what a lesson's calculator
 * adds to it. `user`: what only a user who is logged in loads, on any page. `users`: all scripts of a page of the
 * account, `company`: of a page of a company, `applications`: of that which knows every question of the form;
 * `permissions`: the catalogue that two of those load once. `residence`: what the picker of languages loads when it is
 * opened, and a lesson when its end comes near; `countryRules`: the file of their words in one language. `search`: what
 * any page loads when a visitor opens the search, with the maps of both Chinese scripts, of which it needs one at most;
 * the library and the index are in search.test.ts. `market`: what the page of data adds to it, with its charts; what
 * follows the series is on home and lessons too, and what follows a stream also on the lists of flashes. `vitals`: what
 * one page view of a sample adds, where the operator measures one. `console`: what the page for developers adds: its
 * console, which loads most of it when it signs, and what copies code. `lesson`: its text with figures, and the
 * calculator with its words and worked values. `reference`: every call of the API with its fields and two examples, in
 * one page, so that the browser's own search and that of the page find all of it without a request.
 */
const BUDGET = {
  // 100 bytes that `user` had: the client knows how to make any call. The hashes in its files' names alone move it by
  // 100. 80,586 on the reference since a page that nobody touches loads 18,000 of them: what runs before React is in a
  // file of its own. 80,758 since the menu's panels open by hover, and the last pages are kept for the search. 80,907
  // on the glossary since its groups fold. 81,028 on the page of advertising since its countries are in each language's
  // order and groups. 81,109 on home since its news are drawn by the functions with which the server writes them.
  // 81,181 on home since drafts of posts and replies go at log-out. 81,254 on home since a problem names its request,
  // which visitors quote. 81,433 on home since what is below the window of a page prepared unseen is held until the page is
  // painted, which a click after a hover waits 40 ms less for; the inline script of every page is 117 bytes shorter for it.
  script: 81_500,
  user: 3_350,
  // A look-up of the place that failed is made again, in the script of every page.
  // 104,072 in the user center since every page says where its user stands, empty lists have drawings, and what follows
  // approval is told; 112,387 under Security, of which 3,900 for passkeys load where the browser has them, and who has no
  // password is told what stands for it.
  // 112,635 since names of lists and faults know posts.
  // 112,995 under Security since then; 113,209 since what is below the window is held.
  users: 113_300,
  // 123,103: authors see a post before they publish it as readers will, with its chart; loaded when a preview opens.
  // 123,296 since what is below the window is held.
  ownPosts: 123_400,
  // 101,800 since the menu's panels open by hover, and the last pages are kept for the search.
  // 105,755 since the head of its pages has the switch of companies, an administrator grants what is lacking there, countries
  // are in groups, and companies decide on products.
  // 105,910 since states have one mark.
  // 106,546 on publishing since faults and words of lists know posts.
  // 106,893 on publishing since a problem names its request; 107,087 since what is below the window is held.
  company: 107_200,
  // 105,424 since its forms are in a file of their own; the hashes in files' names move it by 100.
  // 109,262 since then.
  // 110,023 since companies check licenses.
  // 110,274 since then; 110,504 since what is below the window is held.
  applications: 110_600,
  // 124,180 on a post with its chart, its replies and the form of a report, which load when they are needed; 114,756 on
  // the front of Social, where news, flashes and rates are too.
  // 124,648 since who has reported may appeal, and moderators read the facts of a post by the same function.
  // 124,887 since then; 125,082 since what is below the window is held.
  posts: 125_200,
  permissions: 9_000,
  map: 4_000,
  // 9,932 since every page writes times by one rule.
  // 9,951 with other hashes in the names of files.
  feeds: 10_000,
  // 30,500 since countries are in each language's order and groups, cities are found by every name, and amounts are in five
  // currencies; 30,970 since kana finds cities by how they are read, and what only brokers act on has a group.
  // 31,174 since the lists of forms have those of posts.
  // 31,640 since problems name their request and times are written by one rule, which pages of members need too.
  form: 31_700,
  // 17,430 since the countries of an advertising request are in each language's order and groups.
  // 17,684 since problems name their request.
  // 17,701 with other hashes in the names of files.
  ask: 17_750,
  calculator: 12_000,
  search: 29_900,
  // 12,834: the page of data knows a look-up of the place that is repeated.
  market: 12_900,
  console: 3_000,
  vitals: 3_500,
  residence: 1_500,
  countryRules: 6_500,
  calendars: 8_000,
  // 16,347 on a page for developers since it is in parts, of which a page holds what its opening needs, and is painted
  // in half of the time. 16,363 since the style shows one of two names of the theme, so that it is right before any
  // script. 16,410 since the column of times is wider in American English, which has 12 hours. 17,155 since openings
  // have a drawing, wide tables leave the text, freshness has marks and targets are 40 px high; texts have a font.
  style: 17_250,
  // 17,746 since home has a panel of costs, the products' drawings and headings beside its text.
  // 17,912 since its rates have lines and are a strip elsewhere, and phones fold the map and the pages of the footer.
  homeStyle: 17_950,
  // 17,787 on the front of Social, with posts, news and flashes; 17,794 on the page of a person.
  // 17,852 since entries of the latest grow with the spacing of text.
  postStyle: 17_900,
  // 19,366: a post may hold a chart of an official series.
  chartedPostStyle: 19_450,
  // 22,102 on the Japanese page for developers since the head of a page names its Markdown, which is 43 bytes.
  page: 22_140,
  // 22,415 (hashes in names move it by 40): bonds in Japanese, whose letters have three bytes; all others are below
  // 22,000. Definitions are in the glossary, the steps of calculators and the months of the oil price in scripts.
  lesson: 22_500,
  home: 33_800,
  // 31,510 since forty terms have small drawings, and its groups fold on phones.
  glossary: 31_600,
  // 34,061 since then; 34,254 in Japanese since it opens with the groups of calls.
  // 36,486 in Japanese since passkeys, the log, terms, products and the record of an applicant have calls.
  // 36,930 in Japanese since a call checks a license; the hashes in files' names move it by 100.
  // 41,971 in Japanese since posts, replies, follows and moderation have 33 calls.
  // 42,475 to 42,585 in Japanese since the reports of browsers and the MCP server are there: the hashes move it by 110.
  reference: 42_700,
  // 42,668 since texts have a font too, which is fetched for the next page.
  font: 43_000,
};
/** A page of the account: it shows nothing but its island. */
const IS_OF_USERS =
  /component-url="[^"]*\/(LogIn|SignUp|Welcome|UserCenter|General|Personal|Security|Trade|Account|Posts|Moderation|PublicProfile)\./;
/** A post, the front of Social, or its rules */
const IS_OF_POSTS = /component-url="[^"]*\/(Post|FrontPosts|Counts)\./;
/** The pages with the style of posts, and the one of them with that of charts */
const HAS_POSTS = /class="(by-people|posts)\b/;
const HAS_CHARTED_POST = /class="by-people post-market"/;
/** A page of a company */
const IS_OF_COMPANY =
  /component-url="[^"]*\/(Company|Members|Departments|Permissions|Keys|Webhooks|Applications|Questions|Publishing|Audit)\./;
const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|md|csv|webmanifest)$/;

const packed = ({ dir }: Site, file: string) => statSync(join(dir, `${file}.br`)).size;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
const text = ({ dir }: Site, file: string) => readFileSync(join(dir, file), 'utf8');

/**
 * Files of dist that a script imports, at once or later. Their addresses begin with a dot; Vite's lists of files to load
 * along with one that is imported later have others, and each of these is imported by that one, too.
 */
function imports(built: Site, file: string): string[] {
  const named = [...text(built, file).matchAll(/["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)].map(([, name = '']) => name);
  const places = named.map((name) => posix.join(posix.dirname(file), name));
  return [...new Set(places)].filter((place) => built.files.has(place));
}

/** What a page loads once a visitor opens the search; its own budget. */
const isSearch = (file: string) => /\/(dialog|Search|characters|to(Traditional|Simplified))\./.test(file);

/** What a page view of the sample loads; its own budget. */
const isVitals = (file: string) => /\/vitals\./.test(file);

/** Every script that a page can load without the search over it: those of its islands and all that these import. */
const scriptsOf = (built: Site, { document }: Page): Set<string> =>
  reachedFrom(
    built,
    [
      ...byTag(document, 'astro-island').flatMap(({ attribs }) => [attribs['component-url'], attribs['renderer-url']]),
      ...byTag(document, 'script').map(({ attribs }) => attribs.src),
    ]
      .filter((address) => address !== undefined)
      .map((address) => address.slice(1)),
    isSearch,
  );

/** Scripts and all that they import, but for those to leave out. */
function reachedFrom(built: Site, files: readonly string[], isLeftOut = (_: string) => false): Set<string> {
  const queue = [...files];
  const found = new Set<string>();
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || isLeftOut(file)) continue;
    found.add(file);
    queue.push(...imports(built, file));
  }
  return found;
}

/** Pages have the same styles. */
const weights = new Map<string, number>();
function weightOf(style: string): number {
  const weight = weights.get(style) ?? brotliCompressSync(style).length;
  weights.set(style, weight);
  return weight;
}

const weightOfInlineStyles = ({ document }: Page) =>
  sum(byTag(document, 'style').map((style) => weightOf(DomUtils.textContent(style))));

describe('the site', () => {
  const built = site();

  it(`a page loads at most ${BUDGET.script} bytes of script, and with the map of exchanges ${BUDGET.map} more`, () => {
    const chunks = [...built.files].filter((file) => file.endsWith('.js') && !file.startsWith('pagefind/'));
    const loaded = new Set<string>();
    for (const page of built.pages) {
      const scripts = scriptsOf(built, page);
      for (const file of scripts) loaded.add(file);
      const isMap = (file: string) => /\/(exchangeMap|clock|zone)\./.test(file);
      const isFeed = (file: string) =>
        /\/(News|Flash|Item|Latest|feeds|news|flash|live|times|today|nextChanges)\w*\./.test(file);
      // Loaded when the picker of languages opens; its own budget, on every page.
      const isResidence = (file: string) => /\/(Residence|residence|countryRules|siteFile)\./.test(file);
      const weigh = (files: string[]) => sum(files.map((file) => packed(built, file)));
      const own = [
        { is: /component-url="[^"]*\/Posts\./, budget: BUDGET.ownPosts },
        { is: IS_OF_USERS, budget: BUDGET.users },
        { is: IS_OF_POSTS, budget: BUDGET.posts },
        { is: /component-url="[^"]*\/Applications\./, budget: BUDGET.applications },
        { is: IS_OF_COMPANY, budget: BUDGET.company },
      ].find(({ is }) => is.test(page.html));
      if (own) {
        expect(weigh([...scripts].filter((file) => !isResidence(file))), page.file).toBeLessThanOrEqual(own.budget);
        continue;
      }
      const isUser = (file: string) => /\/(users?|initials)\./.test(file);
      const isForm = (file: string) =>
        /\/(ApplicationForm|Form|applications|applicationLists|contradictions|controls|countryOptions|days|DateField|PasswordField|places|cities|formShapes|fields?|Files|lists|means|messageKeys|sending|signatureName|Signing|uploads?)\w*\.|\/(failureWords|time)\./.test(
          file,
        );
      const isAsk = (file: string) =>
        /\/(Question(Form|Thread)|EnquiryForm|advertisingRequest|enquiry|question|sentQuestions|support|picture|parts|HelpSearch|[Ss]erviceState|health)\w*\./.test(
          file,
        );
      const isCalculator = (file: string) =>
        /\/(calculator|ticks|Stocks|Etf|Funds|Bonds|Options|Futures|Forex)\./.test(file);
      const isData = page.html.includes('class="market-chart"');
      const isMarket = (file: string) =>
        /\/(Rates|rates|Cross|Curve|Group|History|market|marketData|streams)\./.test(file) ||
        (isData && /\/ticks\./.test(file));
      const isAsking = /component-url="[^"]*\/(Question|Enquiry)\w+\./.test(page.html);
      const those = (is: (file: string) => boolean) => [...scripts].filter(is);
      const [map, feeds, form, ask] = [those(isMap), those(isFeed), those(isForm), those(isAsk)];
      const calculator = those((file) => isCalculator(file) && !isMarket(file));
      const isConsole = (file: string) => /\/(Console|Codes|signedCall)\./.test(file);
      const others = [...scripts].filter(
        (file) =>
          ![isUser, isMap, isFeed, isForm, isAsk, isCalculator, isMarket, isConsole, isResidence].some((is) =>
            is(file),
          ),
      );
      expect(weigh(others), page.file).toBeLessThanOrEqual(BUDGET.script);
      expect(weigh(those(isUser)), page.file).toBeLessThanOrEqual(BUDGET.user);
      expect(weigh(map), page.file).toBeLessThanOrEqual(BUDGET.map);
      expect(weigh(feeds), page.file).toBeLessThanOrEqual(BUDGET.feeds);
      expect(weigh(form), page.file).toBeLessThanOrEqual(BUDGET.form);
      if (isAsking) expect(weigh([...form, ...ask]), page.file).toBeLessThanOrEqual(BUDGET.ask);
      expect(form.length > 0, page.file).toBe(isAsking || page.html.includes('/ApplicationForm.'));
      expect(feeds.length > 0, page.file).toBe(
        /component-url="[^"]*\/(News|Flash|Item|Latest|ServiceState|Group)\./.test(page.html),
      );
      expect(weigh(those(isResidence)), page.file).toBeLessThanOrEqual(BUDGET.residence);
      expect(weigh(those(isConsole)), page.file).toBeLessThanOrEqual(BUDGET.console);
      expect(weigh(calculator), page.file).toBeLessThanOrEqual(BUDGET.calculator);
      // What calculators share, the ticks of their axes, and the page's own
      expect(calculator.length, page.file).toBe(/class="[^"]*\bcalculator-part\b/.test(page.html) ? 3 : 0);
      expect(weigh(those(isMarket)), page.file).toBeLessThanOrEqual(BUDGET.market);
      expect(
        those(isMarket).some((file) => file.includes('marketData')),
        page.file,
      ).toBe(isData);
      const isShown = /class="[^"]*\bdrawing-exchanges\b/.test(page.html);
      expect(
        map.some((file) => file.includes('exchangeMap')),
        page.file,
      ).toBe(isShown);
    }
    const search = reachedFrom(built, chunks.filter(isSearch));
    const shared = scriptsOf(built, built.pages.find(({ address }) => address === '/legal/terms') as Page);
    expect(sum([...search].filter((file) => !shared.has(file)).map((file) => packed(built, file)))).toBeLessThanOrEqual(
      BUDGET.search,
    );
    for (const file of search) loaded.add(file);
    // Otherwise the code above missed an import, or a chunk is never loaded.
    expect([...loaded].sort()).toEqual(chunks.sort());
  });

  it(`a page loads at most ${BUDGET.style} bytes of style, home ${BUDGET.homeStyle}, posts ${BUDGET.postStyle}, with a chart ${BUDGET.chartedPostStyle}`, () => {
    const homes = built.locales.map((locale) => localize('/', locale));
    const heavy = built.pages.flatMap((page) => {
      const files = links(page, 'stylesheet').map(({ attribs }) => (attribs.href ?? '').slice(1));
      const [inline, linked] = [weightOfInlineStyles(page), sum(files.map((file) => packed(built, file)))];
      expect([inline > 0, linked > 0], page.file).toEqual([true, true]);
      const ofPosts = HAS_CHARTED_POST.test(page.html) ? BUDGET.chartedPostStyle : BUDGET.postStyle;
      const usual = HAS_POSTS.test(page.html) ? ofPosts : BUDGET.style;
      const limit = homes.includes(page.address) ? BUDGET.homeStyle : usual;
      return inline + linked > limit ? [`${page.file}: ${inline + linked}`] : [];
    });
    expect(heavy).toEqual([]);
  });

  it(`a page has without its styles at most ${BUDGET.page} bytes, home ${BUDGET.home}, a lesson ${BUDGET.lesson}, the glossary ${BUDGET.glossary}, the reference ${BUDGET.reference}`, () => {
    const lessons = ROUTE_ROWS.filter(({ kind }) => kind === 'lesson');
    const limits = new Map(
      built.locales.flatMap((locale) => [
        [localize('/', locale), BUDGET.home],
        [localize('/glossary', locale), BUDGET.glossary],
        [localize('/service/developer/reference', locale), BUDGET.reference],
        ...lessons.map(({ path }) => [localize(path, locale), BUDGET.lesson] as const),
      ]),
    );
    const heavy = built.pages
      .map((page) => ({
        file: page.file,
        weight: packed(built, page.file) - weightOfInlineStyles(page),
        limit: limits.get(page.address) ?? BUDGET.page,
      }))
      .filter(({ weight, limit }) => weight > limit)
      .map(({ file, weight }) => `${file}: ${weight}`);
    expect(heavy).toEqual([]);
  });

  it(`the calendars of the exchanges have at most ${BUDGET.calendars} bytes`, () => {
    const files = [...built.files].filter((file) => /^_astro\/exchanges\..*\.json$/.test(file));
    expect(files).toHaveLength(1);
    expect(sum(files.map((file) => packed(built, file)))).toBeLessThanOrEqual(BUDGET.calendars);
  });

  it(`the permissions in one language have at most ${BUDGET.permissions} bytes`, () => {
    const files = [...built.files].filter((file) => /^_astro\/permissions\..*\.json$/.test(file));
    expect(files).toHaveLength(built.locales.length);
    for (const file of files) expect(packed(built, file), file).toBeLessThanOrEqual(BUDGET.permissions);
  });

  it(`the rules of countries in one language have at most ${BUDGET.countryRules} bytes`, () => {
    const files = [...built.files].filter((file) => /^_astro\/countryRules\..*\.json$/.test(file));
    expect(files).toHaveLength(built.locales.length);
    for (const file of files) expect(packed(built, file), file).toBeLessThanOrEqual(BUDGET.countryRules);
  });

  it(`the fonts have at most ${BUDGET.font} bytes`, () => {
    const fonts = [...built.files].filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
    expect(fonts).not.toEqual([]);
    expect(sum(fonts.map((file) => statSync(join(built.dir, file)).size))).toBeLessThanOrEqual(BUDGET.font);
  });
});

it(`what measures a page view is built only with a share and an API, and has at most ${BUDGET.vitals} bytes`, () => {
  const found = (['site', 'fallback', 'configured'] as const).map((build) => [...site(build).files].filter(isVitals));
  const [inSite, inFallback, scripts] = found.map((files) => files.filter((file) => file.endsWith('.js')));
  expect([inSite, inFallback]).toEqual([[], []]);
  expect(scripts).toHaveLength(1);
  // This build is compressed quickly.
  const code = readFileSync(join(BUILDS.configured, scripts?.[0] ?? ''));
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(BUDGET.vitals);
});

it.each(Object.keys(BUILDS) as Build[])(
  'every text file of the %s build has a brotli and a gzip copy that hold the same',
  (build) => {
    const built = site(build);
    const files = [...built.files].filter((file) => TEXT.test(file));
    const read = (file: string) => readFileSync(join(built.dir, file));
    for (const file of files) {
      const original = read(file);
      expect(brotliDecompressSync(read(`${file}.br`)).equals(original), `${file}.br`).toBe(true);
      expect(gunzipSync(read(`${file}.gz`)).equals(original), `${file}.gz`).toBe(true);
    }
    const copies = [...built.files].filter((file) => /\.(br|gz)$/.test(file));
    expect(copies.filter((file) => !built.files.has(file.replace(/\.(br|gz)$/, '')))).toEqual([]);
  },
);

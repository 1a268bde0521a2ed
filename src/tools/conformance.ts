/**
 * npm run conformance: axe on the built site in dist/: every English page, and one of each kind in the other languages;
 * one of each kind also in the dark theme, by the rules for colors. Writes content/conformance.json, which the report
 * on accessibility shows: of each criterion of WCAG, the rules that found nothing wrong, those that found something,
 * and those that could not decide. Takes several minutes. Run `npm run build` before, and after updates of axe-core,
 * which a unit test asks for.
 */
import { globSync, writeFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Page } from 'playwright';
import { BROWSER_ARGS, browserPath } from '../../tests/helpers/browser/browser.ts';
import { LAY_OUT_ALL } from '../../tests/helpers/browser/looks.ts';
import { BUILDS } from '../../tests/helpers/builds.ts';
import { serve, untilReady } from '../../tests/helpers/serve.ts';
import { AXE_FILE, type AxeResults, CRITERION_TAG, criterionOf, readConformance } from '../catalogue/conformance.ts';
import { today } from '../catalogue/content.ts';
import { CONTENT_DIR } from '../contentDir.ts';
import { LOCALE_IDS, LOCALES } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { ROUTES } from '../routes.ts';
import { runCommand } from './command.ts';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const OF_COLORS = ['color-contrast', 'link-in-text-block'];
const VERDICTS = ['failed', 'undecided', 'passed'] as const;
type Verdict = (typeof VERDICTS)[number];

/** The paths of the English pages that are built; a shell stands for its items. */
function englishPages(): string[] {
  const prefixes = Object.values(LOCALES).flatMap(({ prefix }) =>
    prefix ? [`${prefix.slice(1)}/`, `${prefix.slice(1)}.html`] : [],
  );
  const files = globSync('**/*.html', { cwd: BUILDS.site }).filter(
    (file) => !prefixes.some((one) => file.startsWith(one)),
  );
  if (files.length === 0) throw new Error(`${BUILDS.site}/ has no page: run npm run build`);
  return files.toSorted().map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`);
}

/** A page of each kind in each language. */
function pagesOfEachKind(): string[] {
  const rows = ROUTES.filter(({ path, shows }) => !shows && !path.includes('{id}'));
  const firsts = [...new Map(rows.toReversed().map(({ kind, path }) => [kind, path])).values()];
  const locales = LOCALE_IDS.filter((locale) => !LOCALES[locale].overlay);
  return locales.flatMap((locale) => firsts.map((path) => localize(path, locale)));
}

/** What axe has found so far: the worst verdict of each rule, and the criteria that it belongs to. */
class Findings {
  version = '';
  readonly failures: string[] = [];
  readonly #rules = new Map<string, { verdict: Verdict; criteria: string[] }>();

  async add(page: Page, path: string, inBothThemes: boolean): Promise<void> {
    await page.goto(path, { waitUntil: 'load' });
    await page.evaluate(LAY_OUT_ALL);
    await this.#run(page, path, { type: 'tag', values: LEVELS });
    if (!inBothThemes) return;
    await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'));
    await this.#run(page, `${path} (dark)`, { type: 'rule', values: OF_COLORS });
  }

  async #run(page: Page, where: string, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<void> {
    // Of rules that have passed, their names are enough: all of their elements take half of the time.
    const options = { preload: false, runOnly, resultTypes: ['violations' as const] };
    const found = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze();
    this.version = found.testEngine.version;
    for (const { id, nodes } of found.violations) {
      this.failures.push(`${where}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    }
    const verdicts = { failed: found.violations, undecided: found.incomplete, passed: found.passes };
    for (const verdict of VERDICTS) {
      for (const { id, tags } of verdicts[verdict]) {
        const before = this.#rules.get(id)?.verdict ?? verdict;
        const worse = VERDICTS.indexOf(before) < VERDICTS.indexOf(verdict) ? before : verdict;
        const criteria = tags.filter((tag) => CRITERION_TAG.test(tag)).map(criterionOf);
        this.#rules.set(id, { verdict: worse, criteria });
      }
    }
  }

  byCriterion(): AxeResults['criteria'] {
    const rules = [...this.#rules].toSorted(([one], [other]) => (one < other ? -1 : 1));
    // Some rules also belong to a criterion of level AAA.
    const numbers = readConformance()
      .criteria.map(({ number }) => number)
      .filter((number) => rules.some(([, { criteria }]) => criteria.includes(number)));
    const ofCriterion = (number: string, verdict: Verdict) =>
      rules.filter(([, rule]) => rule.verdict === verdict && rule.criteria.includes(number)).map(([id]) => id);
    return Object.fromEntries(
      numbers.map((number) => [
        number,
        {
          passed: ofCriterion(number, 'passed'),
          failed: ofCriterion(number, 'failed'),
          undecided: ofCriterion(number, 'undecided'),
        },
      ]),
    );
  }
}

await runCommand(async () => {
  const kinds = pagesOfEachKind();
  const paths = [...new Set([...englishPages(), ...kinds])];
  const { url, stop } = await serve(BUILDS.site);
  const browser = await chromium.launch({ executablePath: await browserPath(), args: BROWSER_ARGS });
  try {
    await untilReady(url);
    const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce' });
    const findings = new Findings();
    for (const path of paths) await findings.add(page, path, kinds.includes(path));
    const results: AxeResults = {
      date: today(),
      version: findings.version,
      pages: paths.length,
      criteria: findings.byCriterion(),
    };
    writeFileSync(`${CONTENT_DIR}/${AXE_FILE}`, `${JSON.stringify(results, null, 2)}\n`);
    return [...findings.failures, `axe ${results.version}: ${paths.length} pages, see ${CONTENT_DIR}/${AXE_FILE}`];
  } finally {
    await browser.close();
    await stop();
  }
});

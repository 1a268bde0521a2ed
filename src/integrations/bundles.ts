/** Sets which files the build puts modules into, where its defaults do not fit. */
import type { AstroIntegration } from 'astro';

/**
 * Each group is one script file with the modules that match `test` and all that they import. Any other module goes into
 * the file of its island, or into one that its islands share.
 */
const IN_BROWSER = [
  { name: 'react', test: /node_modules.(react|react-dom|scheduler|@astrojs.react)\W/ },
  // Every page loads this file at once, so it names no React and no island that only some pages have.
  { name: 'atOnce', test: /src.islands.(sections.(Frame|Contents|Navigation)|glossary.TermCard)\.ts/ },
  // Every page loads this file and React when the visitor touches it. Islands that follow a stream need the hook.
  { name: 'frame', test: /src.islands.(sections\W|useFollowed\.)/ },
  // Who is logged in, whom every page shows.
  { name: 'user', test: /src.(stores.user|i18n.initials)\.ts/ },
  // A page loads this file when it calls the API.
  { name: 'apiClient', test: /src.api.lazy.(client|location)\.ts/ },
  // What checks answers: the question form loads it only when it is sent.
  { name: 'formShapes', test: /valibot.*\?form$/ },
  // The map of exchanges needs it without the lists of news.
  { name: 'zone', test: /src.(markets|browserState).zone\.ts/ },
  // The help center and the page of data need it without them.
  { name: 'times', test: /src.markets.times\.ts/ },
  // The curves of calculators and of official series are drawn with it; before the groups that import it.
  { name: 'ticks', test: /node_modules.(d3-array|internmap)\W/ },
  // What the calculators share; a page loads this file and that of its own calculator.
  {
    name: 'calculator',
    test: /src.islands.calculator.(Calculator|Picture|numbers)\.|src.markets.(positions|root|calculators.definition)\.|node_modules.big\.js\W/,
  },
  // What follows a stream, of flashes or of series; before the groups that import it.
  { name: 'streams', test: /src.(api.lazy.(changeStream|events|messageSocket)|browserState.follow)\.ts/ },
  // What follows official series, on home and lessons too; then the page of data.
  { name: 'market', test: /src.(stores.market|markets.(rates|freshness))\.ts/ },
  { name: 'marketData', test: /src.(islands.market.\w|stores.marketView\.)/ },
  // How islands draw what src/shells describes
  { name: 'drawing', test: /src.(islands.feeds.drawing|shells.place)\.tsx?/ },
  // Together they are smaller: what every list of items needs, and what follows the flashes.
  { name: 'feeds', test: /src.(islands.feeds.(feeds|filteredNews)|browserState.shellData|shells.items)\.tsx?/ },
  { name: 'flashes', test: /src.(islands.feeds.liveFlashes|stores.flash)\.tsx?/ },
  // What other pages need too, before the news and the rail beside them, which are on the same pages.
  { name: 'flashFilter', test: /src.stores.flashFilter\.ts/ },
  { name: 'newsItems', test: /src.stores.news\.ts/ },
  { name: 'newsFront', test: /src.(islands.feeds.(News|NewsFilters|FlashRail)|shells.(newsLists|rail))\.tsx?/ },
];

/**
 * Puts words of pages into files of 1 MB: with one file per page, 2,000 pages take 24 s instead of 18 s. Packages are
 * apart, or the first file of words would include those that it needs. Astro writes only the styles of the first page
 * of a file into pages; ours have none, because they import nothing.
 */
const AT_BUILD = [
  { name: 'packages', test: /node_modules/, priority: 1 },
  { name: 'words', test: /\.mdx(\?|$)/, maxSize: 1_000_000 },
];

/** The modules that check the answers of forms. */
const RULES_OF_FORM =
  /src.(forms.|api.lazy.(applications|logIn|places|support)|contract.(applications|places|support|users))/;

export function bundles(): AstroIntegration {
  const cut = (groups: { name: string; test: RegExp }[]) => ({
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  });
  return {
    name: 'bundles',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            environments: { client: cut(IN_BROWSER), prerender: cut(AT_BUILD) },
            plugins: [
              {
                // A module is in one file only: without a copy, every page would load the form's parts of valibot.
                name: 'valibot-of-form',
                enforce: 'pre',
                applyToEnvironment: ({ name }) => name === 'client',
                async resolveId(source, importer = '', options) {
                  if (source !== 'valibot' || !RULES_OF_FORM.test(importer)) return null;
                  const found = await this.resolve(source, importer, { ...options, skipSelf: true });
                  return found && { ...found, id: `${found.id}?form` };
                },
              },
            ],
          },
        });
      },
    },
  };
}

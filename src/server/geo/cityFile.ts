/** The file of cities that `npm run generate -- cities` writes, and its rows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const CITIES_FILE = fileURLToPath(new URL('./cities.tsv', import.meta.url));

/** Names in the scripts of the locales that do not read Latin letters; a name that is not known is left out. */
export interface ScriptNames {
  ja?: string;
  tw?: string;
  cn?: string;
}

/** What the table of cities holds beside a city's own name. */
export interface CityNames extends ScriptNames {
  /** Those of its region */
  region: ScriptNames;
  /** Further names, by which it is found */
  more: string[];
}

const inScripts = ([ja, tw, cn]: readonly (string | undefined)[]): ScriptNames => ({
  ...(ja && { ja }),
  ...(tw && { tw }),
  ...(cn && { cn }),
});

/**
 * The rows of the table of cities, by country, the largest first. The file has a line for each region (code, name, the
 * names in ja, tw, cn), then one for each city (id, code of the region, name, population, ja, tw, cn, others).
 */
export function cityRows() {
  const regions = new Map<string, { name: string; names: ScriptNames }>();
  return readFileSync(CITIES_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [first = '', second = '', ...cells] = line.split('\t');
      if (!/^\d/.test(first)) {
        regions.set(first, { name: second, names: inScripts(cells) });
        return [];
      }
      const [name = '', population, ja, tw, cn, more = ''] = cells;
      const region = regions.get(second);
      const names: CityNames = {
        ...inScripts([ja, tw, cn]),
        region: region?.names ?? {},
        more: more === '' ? [] : more.split('|'),
      };
      return {
        id: Number(first),
        country_code: second.slice(0, 2),
        name,
        region: region?.name ?? '',
        population: Number(population),
        names,
      };
    });
}

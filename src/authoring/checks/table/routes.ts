import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addedRoutes,
  fieldOf,
  REDIRECTS_FILE,
  ROUTES_FILE,
  type RowFault,
  redirects,
} from '../../../catalogue/addedRoutes.ts';
import { suggestion } from '../../../catalogue/problem.ts';
import { readYaml } from '../../../catalogue/yaml.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { OWN_ROUTES } from '../../../routes.ts';
import { readMessages } from '../../reading/icuFiles.ts';
import type { Known, Rule } from '../rule.ts';

/** The pages that editors add have an address, a number and a name; what has moved leads to a page that exists. */
export const routes: Rule = {
  name: 'table',
  checks: (known) => ({
    folder(reportIn) {
      for (const [file, faults] of [
        [ROUTES_FILE, faultsOfPages(known)],
        [REDIRECTS_FILE, faultsOfRedirects(known)],
      ] as const) {
        for (const { at, field, what, remedy = `change ${field ?? 'the row'}` } of faults) {
          const line = lineIn(join(known.dir, file), field === undefined ? [at] : [at, field]);
          reportIn(file)(line, field ? `${field}: ${what}` : what, '', remedy);
        }
      }
    },
  }),
};

type Fault = RowFault & { remedy?: string };

/** A page without a name stops the build. */
function faultsOfPages({ dir, unreadable }: Known): Fault[] {
  const { rows, faults, written } = addedRoutes(OWN_ROUTES, dir);
  const { words } = readMessages(dir, DEFAULT_LOCALE, 'ui.json');
  const nameless = rows.filter(({ label }) => !Object.hasOwn(words, label));
  const isKnown = !unreadable.has(`${DEFAULT_LOCALE}/ui.json`);
  return [
    ...faults,
    ...(isKnown ? nameless : []).map(({ path, label }) => ({
      at: written.findIndex((row) => fieldOf(row, 'path') === path),
      field: 'label',
      what: `there is no message '${label}'`,
      remedy: `add "${label}" with its words to the ui.json of each language`,
    })),
  ];
}

function faultsOfRedirects({ dir, paths, unreadable }: Known): Fault[] {
  const { rows, faults, written } = redirects(dir);
  const wrong = rows.flatMap(({ from, to }): Fault[] => {
    const at = written.findIndex((row) => fieldOf(row, 'from') === from);
    if (paths.includes(from))
      return [{ at, field: 'from', what: `${from} is the address of a page`, remedy: 'remove the row' }];
    if (paths.includes(to) || unreadable.has(ROUTES_FILE)) return [];
    return [{ at, field: 'to', what: `there is no page ${to}`, remedy: suggestion(to, paths) }];
  });
  return [...faults, ...wrong];
}

const lineIn = (path: string, at: readonly PropertyKey[]) =>
  existsSync(path) ? readYaml(readFileSync(path, 'utf8')).lineOf(at) : 1;

import { hasValue, jurisdictionsSchema } from '../../../catalogue/schemas.ts';
import type { LeverageClass } from '../../../forms/jurisdiction.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Rule } from '../rule.ts';
import { checkTable, onlyFile } from '../tables.ts';

const FILE = 'jurisdictions.yml';

/** The facts that say the same limits in the lessons: as a multiple, or as the margin in percent. */
export const STATED: Readonly<Record<string, Partial<Record<LeverageClass, string>>>> = {
  JP: { forexMajor: 'jpForexLeverage', forexOther: 'jpForexLeverage' },
  US: { forexMajor: 'usForexMajor', forexOther: 'usForexOther', stocks: 'usInitialMargin' },
};

/** The form and the lessons name one limit: what jurisdictions.yml says of leverage is what facts.yml says. */
export const leverage: Rule = {
  name: 'table',
  files: onlyFile(FILE),
  checks: (known) => ({
    folder(reportIn) {
      checkTable(known, FILE, reportIn(FILE), ({ value, lineOf }, report) => {
        for (const [index, row] of (jurisdictionsSchema.safeParse(value).data?.rows ?? []).entries()) {
          const caps = Object.entries(row.leverage ?? {}) as [LeverageClass, number][];
          for (const [country, of, most] of row.countries.flatMap((code) =>
            caps.map((cap) => [code, ...cap] as const),
          )) {
            const id = lookUp(STATED, country)?.[of];
            const fact = id && lookUp(known.facts, id);
            if (!fact || !hasValue(fact) || typeof fact.value !== 'number') continue;
            const stated = fact.unit === 'percent' ? 100 / fact.value : fact.value;
            if (Math.abs(stated - most) < 0.01) continue;
            const what = `${country}: leverage of ${of} is ${most}, but ${id} of facts.yml says ${stated}`;
            report(lineOf(['rows', index, 'leverage', of]), what, `${stated}`, 'correct the one that is wrong');
          }
        }
      });
    },
  }),
};

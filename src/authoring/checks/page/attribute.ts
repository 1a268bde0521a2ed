import { OFFERS_FILE } from '../../../catalogue/offers.ts';
import { suggestion } from '../../../catalogue/problem.ts';
import { FACT_CURRENCIES, type Fact, hasValue } from '../../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { memo } from '../../../memo.ts';
import {
  ANSWERS,
  CALCULATORS,
  COMPONENTS,
  type Component,
  DRAWINGS,
  isSeriesDrawing,
  MARKET_PARTS,
  OPERATOR_PARTS,
  PROGRAMS,
  type Value,
} from '../../components.ts';
import { COUNT_NAMES } from '../../figures/counts.ts';
import { LAST_VALUE_NAMES } from '../../figures/rates.ts';
import { SERIES_NAMES, type SeriesName, valueNames } from '../../figures/series.ts';
import { attributeOf, factsIn, idsInSummary, isElement, lineOfNode } from '../../reading/mdx.ts';
import { lineOfAttribute } from '../../reading/passages.ts';
import type { Known, Rule } from '../rule.ts';

/** A component has only the attributes it takes. Each is text, and a known id if it names a figure, term or drawing. */
export const attribute: Rule = {
  name: 'component',
  checks: (known) => {
    // Making the figure of a series takes 20 ms; pages name its values a hundred times.
    const valuesIn = memo((drawing: SeriesName) => valuesOf(drawing, known.dir));
    return {
      page({ locale, nodes, raw }, report) {
        for (const { node } of nodes) {
          if (!isElement(node)) continue;
          const name = node.name ?? '';
          const row: Component | undefined = lookUp(COMPONENTS, name);
          if (!row) continue; // The rule for components reports it.
          const attributes = { ...row.attributes, ...row.optional };
          const wanted = Object.keys(attributes);
          const lineOf = (key: string) => lineOfAttribute(node, key, raw);
          for (const attribute of node.attributes) {
            const key = attribute.type === 'mdxJsxAttribute' ? attribute.name : '{…}';
            const line = attribute.type === 'mdxJsxAttribute' ? lineOf(key) : lineOfNode(node);
            if (!wanted.includes(key)) {
              const remedy = wanted.length > 0 ? suggestion(key, wanted) : `write <${name}>`;
              report(line, `<${name}> takes no ${key}`, wanted.join(' and ') || 'no attribute', remedy);
            } else if (typeof attribute.value !== 'string') {
              report(line, `${key} of <${name}> is no text`, `${key}="…"`, `write ${key}="…" with quotation marks`);
            }
          }
          for (const [key, kind] of Object.entries(attributes)) {
            const given = node.attributes.some(
              (attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === key,
            );
            const value = attributeOf(node, key)?.trim();
            if (!value) {
              // Code is reported above; the rule for alternative text reports a missing summary.
              if (kind === 'summary' || (given && attributeOf(node, key) === null)) continue;
              if (!given && row.optional && Object.hasOwn(row.optional, key)) continue;
              const end = row.holds === 'nothing' ? ' /' : '';
              report(lineOf(key), `<${name}> has no ${key}`, `${key}="…"`, `write <${name} ${key}="…"${end}>`);
              continue;
            }
            const ids = idsIn(value, kind);
            const table = idsOf(kind, known, attributeOf(node, kind === 'value' ? 'of' : 'name') ?? '', valuesIn);
            for (const id of table ? ids : []) {
              if (!table || table.ids.includes(id)) continue;
              const [what, expected, quote] =
                kind === 'summary'
                  ? [
                      `unknown figure {${id}} in the summary`,
                      `an id of ${table.from} between { }`,
                      (known: string) => `{${known}}`,
                    ]
                  : [`unknown id '${id}' in <${name}>`, `an id of ${table.from}`];
              report(lineOf(key), what, expected, suggestion(id, table.ids, quote));
            }
            for (const id of table?.from === 'facts.yml' ? ids : []) {
              const fault = faultOfFact(lookUp(known.facts, id), name, locale);
              if (fault)
                report(lineOf(key), `‘${id}’ ${fault[0]}`, fault[1], `change ${id} in facts.yml, or leave it out here`);
            }
          }
        }
      },
    };
  },
};

/** Why a fact may not stand where it does, and what is expected; null if it may. */
export function faultOfFact(fact: Fact | undefined, component: string, locale: Locale): [string, string] | null {
  if (!fact) return null;
  const isSource = component === 'Local' || component === 'Sources';
  if (!isSource && !hasValue(fact)) return ['has no value to show', 'a fact with a value'];
  const names = fact.authority;
  if (isSource && !names) return ['has no authority', 'a fact of law or of a market'];
  const isNamed = names?.[locale] ?? (LOCALES[locale].overlay && names?.[DEFAULT_LOCALE]);
  return names && !isNamed ? [`does not name its authority in ${locale}`, `authority: { ${locale}: … }`] : null;
}

/** The ids in the value of an attribute. */
function idsIn(value: string, kind: Value): string[] {
  if (kind === 'summary') return idsInSummary(value);
  if (kind === 'product') return factsIn(value);
  return kind === 'facts' || kind === 'offers' ? value.split(/\s+/) : [value];
}

/**
 * The ids that a kind of attribute may hold; null if it holds none, or if their file cannot be read. `drawing`: the
 * drawing that the component names.
 */
export function idsOf(
  kind: Value,
  { factIds, termIds, offerIds, unreadable }: Known,
  drawing: string,
  valuesIn: (drawing: SeriesName) => string[] | null,
): { ids: string[]; from: string } | null {
  const listed = (ids: string[], from: string) => (unreadable.has(from) ? null : { ids, from });
  if (kind === 'term') return listed(termIds, 'glossary.yml');
  if (kind === 'offers') return listed(offerIds, OFFERS_FILE);
  if (kind === 'answer') return { ids: [...ANSWERS], from: 'the answers' };
  if (kind === 'figure') return { ids: Object.keys(DRAWINGS), from: 'the drawings' };
  if (kind === 'calculator') return { ids: [...CALCULATORS], from: 'the calculators' };
  if (kind === 'series') return { ids: SERIES_NAMES, from: 'the drawings of series' };
  if (kind === 'currency') return { ids: [...FACT_CURRENCIES], from: 'the currencies' };
  if (kind === 'lastValue') return { ids: LAST_VALUE_NAMES, from: 'the last values' };
  if (kind === 'count') return { ids: COUNT_NAMES, from: 'the counts' };
  if (kind === 'program') return { ids: Object.keys(PROGRAMS), from: 'src/examples' };
  if (kind === 'part') return { ids: [...OPERATOR_PARTS], from: 'the parts of operator.yml' };
  if (kind === 'marketPart') return { ids: [...MARKET_PARTS], from: 'the parts of the page of data' };
  if (kind === 'value' || (kind === 'summary' && isSeriesDrawing(drawing))) {
    const ids = isSeriesDrawing(drawing) ? valuesIn(drawing) : null;
    return ids && { ids, from: `the values of ${drawing}` };
  }
  return kind === 'link' || kind === 'words' ? null : listed(factIds, 'facts.yml');
}

/** The values of a drawing; null if a file of its series has a fault, which the rule for series reports. */
export function valuesOf(drawing: SeriesName, dir: string): string[] | null {
  try {
    return valueNames(drawing, dir);
  } catch {
    return null;
  }
}

/** docs/monitoring: the dashboard and the alert rules ask only for what the server exports. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../../../src/server/metrics/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

const { groups }: { groups: { rules: Rule[] }[] } = parse(readFileSync('docs/monitoring/alerts.yml', 'utf8'));
const rules = groups.flatMap((group) => group.rules);
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'));

/** What Prometheus adds to each metric, and the metric that it makes itself. */
const ADDED = ['job', 'instance'];
const OWN = 'up';
const WORDS = new Set(['or', 'and', 'unless', 'bool']);

const { registry, text } = createMetrics();
const exported = await text();
/** The labels of what is exported, by the names that a query may use. */
const labels = new Map<string, string[]>([[OWN, []]]);
for (const [, name = '', type] of exported.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
  const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
  if (type !== 'histogram') labels.set(name, labelNames);
  else {
    labels.set(`${name}_bucket`, [...labelNames, 'le']);
    for (const end of ['sum', 'count']) labels.set(`${name}_${end}`, labelNames);
  }
}

const GROUPING = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g;

/** What a query asks for: names of metrics, and of the labels that it selects or groups by. */
function asked(expr: string): { names: string[]; selected: [name: string, label: string][]; grouped: string[] } {
  const plain = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const selected = [...plain.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']): [string, string] => [name, label]),
  );
  const grouped = [...plain.matchAll(GROUPING)].flatMap(([, list = '']) => list.split(',').map((one) => one.trim()));
  const names =
    plain
      .replace(/\{[^}]*\}/g, '')
      .replace(GROUPING, '')
      .match(/[a-z_]\w*\b(?!\s*\()/gi) ?? [];
  return { names: names.filter((name) => !WORDS.has(name)), selected, grouped };
}

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }, at) => [`${title} ${at + 1}`, expr] as const)),
];

it.each(queries)('%s asks for metrics and labels that are exported', (_, expr) => {
  const { names, selected, grouped } = asked(expr);
  expect(names).not.toEqual([]);
  for (const name of names) expect([...labels.keys()]).toContain(name);
  for (const [name, label] of selected) expect([...(labels.get(name) ?? []), ...ADDED], name).toContain(label);
  for (const label of grouped) expect([...names.flatMap((name) => labels.get(name) ?? []), ...ADDED]).toContain(label);
});

it('a name or a label that is not exported is found', () => {
  expect(asked('sum by (le, x) (rate(finger_nothing_total{a="b", c!~"d"}[5m])) / up > 0.2 or bool_1')).toEqual({
    names: ['finger_nothing_total', 'up', 'bool_1'],
    selected: [
      ['finger_nothing_total', 'a'],
      ['finger_nothing_total', 'c'],
    ],
    grouped: ['le', 'x'],
  });
});

it('there are eight rules, each with a time, a severity and what to do', () => {
  expect(rules).toHaveLength(8);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(8);
  for (const rule of rules) {
    expect(rule).toMatchObject({
      alert: expect.stringMatching(/^Finger[A-Z]\w+$/),
      for: expect.stringMatching(/^\d+[mh]$/),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.any(String), description: expect.any(String) },
    });
  }
});

it('the dashboard shows each metric of ours, in panels that do not overlap', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => asked(expr).names)));
  const ours = [...exported.matchAll(/^# TYPE (finger_\S+)/gm)].map(([, name = '']) => name);
  for (const name of ours)
    expect(
      [...shown].some((one) => one === name || one === `${name}_bucket`),
      name,
    ).toBe(true);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

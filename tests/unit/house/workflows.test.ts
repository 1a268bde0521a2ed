/** What runs on GitHub: only actions of a known commit, with no more rights than they need, and no release of this week. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: { uses?: string; run?: string }[] }>;
}
const read = (file: string) => parse(readFileSync(file, 'utf8'));
const workflows = globSync('.github/workflows/*.yml').map((file) => [file, read(file) as Workflow] as const);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

it('runs actions by their commit, and only the release may write', () => {
  expect(workflows.map(([file]) => file).sort()).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
  for (const [file, workflow] of workflows) {
    for (const { uses } of stepsOf(workflow)) if (uses) expect(uses, file).toMatch(/@[\da-f]{40}$/);
    expect(workflow.permissions, file).toEqual({ contents: 'read' });
    const rights = Object.values(workflow.jobs).flatMap(({ permissions = {} }) => Object.keys(permissions));
    expect(rights, file).toEqual(file.endsWith('release.yml') ? ['contents', 'id-token', 'attestations'] : []);
  }
});

it('checks signatures before it makes the bill of materials, and attests what it attaches', () => {
  const steps = stepsOf(read('.github/workflows/release.yml')).map(({ uses, run }) => run ?? uses ?? '');
  const places = ['npm ci', 'npm audit signatures', 'npm sbom', 'actions/attest-build-provenance', 'gh release'];
  const order = places.map((word) => steps.findIndex((step) => step.includes(word)));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it('proposes no package and no action that is younger than seven days', () => {
  const { updates } = read('.github/dependabot.yml') as { updates: { cooldown?: object }[] };
  expect(updates.map(({ cooldown }) => cooldown)).toEqual(updates.map(() => ({ 'default-days': 7 })));
});

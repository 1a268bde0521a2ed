/** `npm run admin`: what it explains, and the names of the version before. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { admin } from '../../../src/tools/admin.ts';

it('alone lists every command in a line, and explains those of a group with what stands for what', async () => {
  const all = await admin([], {});
  for (const name of ['users list', 'mail test', 'compact', 'backup']) {
    expect(all).toContainEqual(expect.stringMatching(`^${name} {2,}[a-z]`));
  }
  expect(all.every((line) => line.length <= 120)).toBe(true);
  const lines = await admin(['applications'], {});
  expect(lines).toContain('npm run admin -- applications status REFERENCE STATE [--ask ASK]');
  expect(lines).toContain('REFERENCE: FA-0000-0000-0000');
  expect(lines).toContain('STATE: received, inReview, needsInformation, approved, declined, withdrawn');
  expect(lines.at(-1)).toMatch(/^--by NAME: your name/);
  expect(await admin(['mail'], {})).toContain('npm run admin -- mail test ADDRESS [--locale LOCALE]');
  for (const args of [
    ['backup', '--help'],
    ['users', 'show', '-h'],
  ]) {
    expect((await admin(args, {}))[0]).toMatch(`npm run admin -- ${args.slice(0, -1).join(' ')}`);
  }
});

it('says what a wrong name is, and which one was meant', async () => {
  await expect(admin(['user', 'list'], {})).rejects.toThrow("There is no command 'user'. Did you mean 'users'?");
  await expect(admin(['nothing'], {})).rejects.toThrow(
    "There is no command 'nothing'. 'npm run admin' lists those there are.",
  );
});

it('has a command for each script that it replaced', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const old = Object.values(scripts).flatMap((script) => /oldName\.ts (.+)$/.exec(script)?.[1] ?? []);
  expect(old.length).toBeGreaterThan(10);
  for (const name of old) expect((await admin([...name.split(' '), '--help'], {}))[0]).toContain(`-- ${name}`);
});

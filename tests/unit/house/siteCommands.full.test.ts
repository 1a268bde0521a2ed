import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/site.ts';

/** The error message for an environment. */
function faultOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

describe('a command with a wrong value', () => {
  it.each([
    ['build', { API_BASE: 'ftp://a.example' }, faultOf({ API_BASE: 'ftp://a.example' })],
    ['dev', { LOCALES: 'en-US,de' }, faultOf({ LOCALES: 'en-US,de' })],
    ['dev', { PORT: 'abc' }, "PORT='abc' is no port: give a number from 0 (any free port) to 65535."],
  ])('%s, %j: prints that one line and ends', (command, env, line) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', command], {
      env: { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([1, '', `${line}\n`]);
  });
});

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH → Playwright's own → the headless one of @sparticuz/chromium →
 * the system's. Each test has its own context, which costs 1.3 s of processor time in the system's Chromium, for a
 * window that nobody sees, and a tenth of that in the headless one.
 */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * Path of an executable. `whole`: the system's instead of the headless one, which has no back/forward cache. Throws
 * with instructions if there is none: browser tests are never skipped.
 */
export async function browserPath({ whole = false } = {}): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH='${given}' does not exist`);
  }
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const system = SYSTEM.find((path) => existsSync(path));
  const found = (whole && system) || (await headless()) || system;
  if (found) return found;
  throw new Error(
    "No Chromium for the browser tests. Install one (npx playwright install chromium, or your system's chromium) or set CHROMIUM_PATH.",
  );
}

/** The Chromium from npm, unpacked if necessary; null if it does not run here. */
async function headless(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  // The package reads both while it loads.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  process.env.FONTCONFIG_PATH ??= '/etc/fonts';
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath().catch(() => null);
}

/** Chromium's sandbox does not work for root; other users keep it. */
export const BROWSER_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

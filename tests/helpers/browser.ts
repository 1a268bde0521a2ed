/** Finds a Chromium for the browser tests: CHROMIUM_PATH → Playwright's own → the system's → @sparticuz/chromium. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Path of an executable. Throws with instructions where there is none: browser tests are never skipped. */
export async function browserPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH='${given}' does not exist`);
  }
  const found = [chromium.executablePath(), ...SYSTEM].find((path) => path && existsSync(path));
  if (found) return found;
  try {
    // Both are read while the package is loaded.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
    process.env.FONTCONFIG_PATH ??= '/etc/fonts';
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } catch (error) {
    throw new Error(
      `No Chromium for the browser tests. Install one (npx playwright install chromium, or your system's chromium) or set CHROMIUM_PATH. (${error})`,
    );
  }
}

/** Root may not use Chromium's sandbox; anyone else keeps it. */
export const BROWSER_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

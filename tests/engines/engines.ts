/** Whole browsers from Debian's packages, driven alike: Chromium, Firefox (WebDriver BiDi), WebKit (WebDriver). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { freePort } from '../helpers/runTests.ts';

export const ENGINE_PROGRAMS = {
  chromium: '/usr/bin/chromium',
  firefox: '/usr/bin/firefox-esr',
  webkit: '/usr/bin/WebKitWebDriver',
  screen: '/usr/bin/Xvfb',
};

/** A browser with one window. Scripts are expressions; selectors name the first match that is visible. */
export interface Engine {
  open(url: string): Promise<void>;
  run<T>(expression: string): Promise<T>;
  /** Presses an element with the pointer. */
  press(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

export const HYDRATED = `document.readyState === 'complete' && dispatchEvent(new Event('pointerdown')) && !document.querySelector('astro-island[ssr]:not([opts*="seen"], [opts*="near"])')`;

/** Waits until an expression is true. Rejects with the expression if it never is. */
export async function until(engine: Engine, expression: string, ms = 15_000): Promise<void> {
  const end = Date.now() + ms;
  // While a page is replaced, it cannot be asked.
  while (!(await engine.run<boolean>(`!!(${expression})`).catch(() => false))) {
    if (Date.now() > end) throw new Error(`Never true at ${await engine.run('location.href')}: ${expression}`);
    await setTimeout(50);
  }
}

/** Opens a page and waits until its islands have started. */
export async function visit(engine: Engine, url: string): Promise<void> {
  await engine.open(url);
  await until(engine, HYDRATED);
}

/** Chromium without a session for a second page: with one, it prepares no page. */
export const chromium = () =>
  puppeteer.launch({ executablePath: ENGINE_PROGRAMS.chromium, args: ['--no-sandbox', '--lang=en-US'] });

export const startChromium = async (): Promise<Engine> => puppeteerEngine(await chromium());

/** Its scrollbars lie over the page, as in the other two, which would otherwise be wider. */
export const startFirefox = async (): Promise<Engine> =>
  puppeteerEngine(
    await puppeteer.launch({
      browser: 'firefox',
      executablePath: ENGINE_PROGRAMS.firefox,
      extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1, 'widget.gtk.overlay-scrollbars.enabled': true },
    }),
  );

async function puppeteerEngine(browser: Browser): Promise<Engine> {
  const page = await browser.newPage();
  const shown = async (selector: string) => {
    for (const element of await page.$$(selector)) if (await element.isVisible()) return element;
    throw new Error(`Nothing to see of '${selector}' at ${page.url()}`);
  };
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    run: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    press: async (selector) => (await shown(selector)).click(),
    type: async (selector, text) => (await shown(selector)).type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Plain WebDriver, with a screen of its own, because WebKit's MiniBrowser has no headless mode. */
export async function startWebKit(): Promise<Engine> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const screen = spawn(
    ENGINE_PROGRAMS.screen,
    ['-displayfd', '1', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [display] = await once(screen.stdout, 'data');
  const port = await freePort();
  const driver = spawn(ENGINE_PROGRAMS.webkit, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string; sessionId: string } };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const isUp = () =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await setTimeout(50);
  const options = { binary, args: ['--automation'] };
  const { sessionId } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  const run = <T>(expression: string, args: unknown[] = []) =>
    ask('POST', `${session}/execute/sync`, { script: `return (${expression})`, args }) as Promise<T>;
  const shown = async (selector: string) => {
    const element = await run<Record<string, string> | null>(`(() => {
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.checkVisibility());
      found?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return found ?? null;
    })()`);
    if (!element) throw new Error(`Nothing to see of '${selector}' at ${await run('location.href')}`);
    return `${session}/element/${element[ELEMENT]}`;
  };
  return {
    run,
    open: async (url) => void (await ask('POST', `${session}/url`, { url })),
    async press(selector) {
      // A page that scrolls moves the element away.
      for (let tries = 1; ; tries += 1) {
        try {
          await ask('POST', `${await shown(selector)}/click`, {});
          return;
        } catch (error) {
          if (tries === 10) throw error;
          await setTimeout(100);
        }
      }
    },
    type: async (selector, text) => void (await ask('POST', `${await shown(selector)}/value`, { text })),
    resize: async (width, height) => void (await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })),
    async close() {
      await ask('DELETE', session);
      await Promise.all([ended(driver), ended(screen)]);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit');
  child.kill();
  await end;
}

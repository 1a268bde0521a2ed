import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '../../../src/browserState/keys.ts';
import { chunkName, watchChunks, watchIslands } from '../../../src/layouts/boot/chunks.ts';
import { FakeElement, FakeWindow } from '../../helpers/islands/fakePage.ts';

const CHUNK = 'https://www.example.com/_astro/Navigation.B1x_2.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('chunkName', () => {
  it.each([
    [CHUNK, 'Navigation.B1x_2.js'],
    ['/_astro/page.css', 'page.css'],
    ['/_astro/client.js?v=1/2#x', 'client.js'],
    ['client.js', 'client.js'],
    ['/_astro/%E5%9B%BE.js', '图.js'],
    ['astro-island', 'astro-island'],
    ['https://www.example.com/dir/', 'https://www.example.com/dir/'],
    ['', ''],
    ['/_astro/100%.js', '100%.js'],
    ['/_astro/%E0%A4%A.js', '%E0%A4%A.js'],
  ])('of %j is %j', (url, name) => expect(chunkName(url)).toBe(name));
});

/** The template of the notice in Base.astro. */
function failureTemplate(): FakeElement {
  const line = (message: string) =>
    new FakeElement('p', { 'data-message': message }, [new FakeElement('code', { 'data-chunk': '' })]);
  return new FakeElement('template', { id: 'chunk-failure' }, [
    new FakeElement('div', { class: 'chunk-failure', role: 'alert' }, [
      line('chunk'),
      line('late'),
      new FakeElement('button', { 'data-reload': '' }),
      new FakeElement('button', { 'data-close': '' }),
    ]),
  ]);
}

describe('watchChunks', () => {
  let window: FakeWindow;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Element', FakeElement);
    window = new FakeWindow();
    window.document.body?.append(failureTemplate());
    watchChunks(window.asWindow());
  });

  const notices = () => window.document.body?.querySelectorAll('.chunk-failure') ?? [];
  /** The visible notice: its line and the chunk it names. */
  function shown(): { message: string | undefined; chunk: string | undefined } | null {
    const [notice] = notices();
    if (!notice) return null;
    const [line, ...more] = notice.querySelectorAll('[data-message]').filter(({ hidden }) => !hidden);
    expect(more).toEqual([]);
    return { message: line?.dataset.message, chunk: line?.querySelector('[data-chunk]')?.textContent };
  }
  const hydrationError = (error: unknown, componentUrl = CHUNK) =>
    window.dispatchEvent(new CustomEvent('astro:hydration-error', { detail: { error, componentUrl } }));

  it('shows nothing while nothing fails', () => {
    vi.advanceTimersByTime(10 * CHUNK_TIMEOUT_MS);
    expect(notices()).toEqual([]);
  });

  it.each([
    ['script', { src: CHUNK }],
    ['link', { rel: 'stylesheet', href: CHUNK }],
    ['link', { rel: 'preload stylesheet', href: CHUNK }],
  ])('names the chunk of a %s that fails: %j', (tag, attributes) => {
    window.dispatchAt(new FakeElement(tag, attributes as Record<string, string>), 'error');
    expect(shown()).toEqual({ message: 'chunk', chunk: chunkName(CHUNK) });
  });

  it.each([
    ['img', { src: '/chart.png' }],
    ['video', { src: '/film.mp4' }],
    ['source', { src: '/film.webm' }],
    ['iframe', { src: '/frame' }],
    ['link', { rel: 'icon', href: '/favicon.svg' }],
    ['link', { rel: 'modulepreload', href: CHUNK }],
    ['link', { rel: 'manifest', href: '/manifest.webmanifest' }],
    ['a', { href: '/service' }],
    ['script', {}],
  ])('says nothing of a %s that fails: %j', (tag, attributes) => {
    window.dispatchAt(new FakeElement(tag, attributes as Record<string, string>), 'error');
    expect(shown()).toBeNull();
  });

  it('says nothing of an error in a script, whose target is the window', () => {
    window.dispatchAt(window, 'error');
    window.dispatchAt(null, 'error');
    expect(shown()).toBeNull();
  });

  it('names the chunk that the error of an island names, which may be that of React', () => {
    hydrationError(new TypeError('Failed to fetch dynamically imported module: https://x.example/_astro/client.A1.js'));
    expect(shown()).toEqual({ message: 'chunk', chunk: 'client.A1.js' });
  });

  it.each([
    ['an address with a query', new Error('error loading https://x.example/_astro/client.A1.js?v=2'), 'client.A1.js'],
    ['a text', 'Importing https://x.example/_astro/a.mjs failed.', 'a.mjs'],
    ['no address', new TypeError('Importing a module script failed.'), chunkName(CHUNK)],
    ['a page as address', new Error('see https://react.dev/errors/418'), chunkName(CHUNK)],
    ['nothing', undefined, chunkName(CHUNK)],
    ['null', null, chunkName(CHUNK)],
  ])('falls back to the address of the island where that is needed: %s', (_, error, chunk) => {
    hydrationError(error);
    expect(shown()).toEqual({ message: 'chunk', chunk });
  });

  it('waits for the page where the chunk fails before the page is read', () => {
    window.document.readyState = 'loading';
    window.dispatchAt(new FakeElement('link', { rel: 'stylesheet', href: '/_astro/page.css' }), 'error');
    expect(shown()).toBeNull();
    window.document.readyState = 'interactive';
    window.document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(shown()).toEqual({ message: 'chunk', chunk: 'page.css' });
  });

  it('shows one notice however much fails', () => {
    hydrationError(new Error('a'));
    hydrationError(new Error('b'), '/_astro/Other.js');
    window.dispatchAt(new FakeElement('script', { src: '/_astro/third.js' }), 'error');
    expect(notices()).toHaveLength(1);
    expect(shown()?.chunk).toBe(chunkName(CHUNK));
  });

  it('reloads on the one button and closes on the other, after which a new failure is told', () => {
    hydrationError(new Error('a'));
    notices()[0]?.querySelector('[data-reload]')?.dispatchEvent(new Event('click'));
    expect(window.reloads).toBe(1);
    notices()[0]?.querySelector('[data-close]')?.dispatchEvent(new Event('click'));
    expect(notices()).toEqual([]);
    hydrationError(new Error('b'), '/_astro/Other.js');
    expect(shown()?.chunk).toBe('Other.js');
    expect(window.reloads).toBe(1);
  });

  it('does nothing on a page without the notice', () => {
    window.document.body?.querySelector('template')?.remove();
    expect(() => hydrationError(new Error('a'))).not.toThrow();
    expect(shown()).toBeNull();
  });

  it('tells of an island that loads for too long, by its own address', () => {
    window.Astro.idle = (load) => void load();
    window.Astro.idle(() => new Promise(() => {}), {}, new FakeElement('astro-island', { 'component-url': CHUNK }));
    vi.advanceTimersByTime(CHUNK_TIMEOUT_MS);
    expect(shown()).toEqual({ message: 'late', chunk: chunkName(CHUNK) });
  });
});

describe('watchIslands', () => {
  let window: FakeWindow;
  const late = vi.fn();
  const island = new FakeElement('astro-island');

  beforeEach(() => {
    vi.useFakeTimers();
    late.mockReset();
    window = new FakeWindow();
    watchIslands(window.asWindow(), late);
  });

  /** Starts an island as Astro's runtime does; `trigger` starts its loading, `finish` or `fail` ends it. */
  function start(directive: string) {
    const loading = Promise.withResolvers<unknown>();
    let trigger: () => Promise<unknown> = () => Promise.reject(new Error('The directive was not called'));
    window.Astro[directive] = (load, options) => {
      expect(options).toEqual({ value: 'x' });
      trigger = load;
    };
    window.Astro[directive]?.(() => loading.promise, { value: 'x' }, island);
    return { trigger: () => trigger(), finish: loading.resolve, fail: loading.reject };
  }

  it.each(['idle', 'visible', 'load', 'media', 'only'])(
    'calls after 120 s of loading, once (%s)',
    async (directive) => {
      void start(directive).trigger();
      await vi.advanceTimersByTimeAsync(119_999);
      expect(late).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(late).toHaveBeenCalledExactlyOnceWith(island);
      await vi.advanceTimersByTimeAsync(10 * CHUNK_TIMEOUT_MS);
      expect(late).toHaveBeenCalledTimes(1);
    },
  );

  it('never calls for an island that was never triggered', async () => {
    start('visible');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(100 * CHUNK_TIMEOUT_MS);
    expect(late).not.toHaveBeenCalled();
  });

  it('counts from the trigger and not from the page', async () => {
    const { trigger } = start('visible');
    await vi.advanceTimersByTimeAsync(5 * CHUNK_TIMEOUT_MS);
    void trigger();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('does not call for an island that loaded after 119 s, and hands on what it loaded', async () => {
    const { trigger, finish } = start('idle');
    const loaded = trigger();
    await vi.advanceTimersByTimeAsync(119_000);
    const hydrate = () => {};
    const next = vi.fn();
    void loaded.then(next);
    finish(hydrate);
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    expect(next).not.toHaveBeenCalled(); // It starts in a task of its own.
    await vi.advanceTimersByTimeAsync(0);
    expect(next).toHaveBeenCalledExactlyOnceWith(hydrate);
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
    expect(late).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not call for an island that failed, and hands on the failure', async () => {
    const { trigger, fail } = start('idle');
    const loaded = trigger();
    fail(new Error('gone'));
    await expect(loaded).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
    expect(late).not.toHaveBeenCalled();
  });

  it('has a clock for each island', async () => {
    const first = start('idle');
    void first.trigger();
    await vi.advanceTimersByTimeAsync(60_000);
    void start('visible').trigger();
    first.finish(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('leaves a directive undefined until Astro registers it', () => {
    expect(window.Astro.idle).toBeUndefined();
    window.Astro.idle = () => 'done';
    expect(window.Astro.idle(() => Promise.resolve(), {}, island)).toBe('done');
  });
});

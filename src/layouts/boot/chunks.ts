/** Tells the visitor which part of the page could not be loaded, and offers to reload. Works without React. */
import { CHUNK_TIMEOUT_MS } from '../../browserState/keys.ts';

type Directive = (load: () => Promise<unknown>, ...rest: unknown[]) => unknown;
type AstroIsland = Element;

/** The name of a chunk as a visitor can report it: the file name in its address. */
export function chunkName(url: string): string {
  const name = url.split(/[?#]/)[0]?.split('/').pop() || url;
  try {
    return decodeURI(name);
  } catch {
    return name; // A stray percent sign.
  }
}

export function watchChunks(window: Window): void {
  const { document } = window;
  const show = (message: 'chunk' | 'late', url: string) => {
    const template = document.querySelector<HTMLTemplateElement>('#chunk-failure');
    if (!document.body || !template || document.querySelector('.chunk-failure')) return;
    const notice = template.content.cloneNode(true) as DocumentFragment;
    for (const line of notice.querySelectorAll<HTMLElement>('[data-message]')) {
      line.hidden = line.dataset.message !== message;
    }
    for (const name of notice.querySelectorAll('[data-chunk]')) name.textContent = chunkName(url);
    notice.querySelector('[data-reload]')?.addEventListener('click', () => window.location.reload());
    notice.querySelector('[data-close]')?.addEventListener('click', () => {
      document.querySelector('.chunk-failure')?.remove();
    });
    template.after(notice);
  };
  const whenReady = (act: () => void) =>
    document.body && document.readyState !== 'loading'
      ? act()
      : document.addEventListener('DOMContentLoaded', act, { once: true });

  // The error event of a stylesheet or script element does not bubble, hence the capture phase. That of a preload says
  // nothing: Firefox fires it for modules that are loaded, and the import itself reports a failure below.
  window.addEventListener(
    'error',
    ({ target }) => {
      const url = target instanceof Element && (target.getAttribute('src') ?? target.getAttribute('href'));
      if (url && (target as Element).matches('script, link[rel~="stylesheet"]')) {
        whenReady(() => show('chunk', url));
      }
    },
    true,
  );

  // Chromium and Firefox name the failing chunk in the error; it may be React's and not the island's.
  const failed = (error: unknown, fallback: string) => {
    const named = /https?:\/\/\S+\.(?:js|mjs|css|ts|tsx)\b/.exec(
      String((error as Error | undefined)?.message ?? error),
    );
    show('chunk', named?.[0] ?? fallback);
  };
  window.addEventListener('astro:hydration-error', (event) => {
    const { error, componentUrl } = (event as CustomEvent<{ error: unknown; componentUrl: string }>).detail;
    failed(error, componentUrl);
  });
  // Vite reports a failure of what an island loads later with import().
  window.addEventListener('vite:preloadError', (event) =>
    failed((event as Event & { payload: unknown }).payload, 'script'),
  );

  watchIslands(window, (island) => show('late', island.getAttribute('component-url') ?? 'astro-island'));
}

/**
 * Calls `late` for an island that is still not loaded 120 s after its loading started. Astro's directives (`idle`,
 * `visible` …) register themselves on `window.Astro` and call `load` when they are triggered: that call is the start,
 * and an island that is never triggered starts no timer.
 */
export function watchIslands(window: Window, late: (island: AstroIsland) => void): void {
  const directives: Record<string, Directive> = {};
  (window as unknown as { Astro: unknown }).Astro = new Proxy(directives, {
    set(target, name, directive: Directive) {
      const timed: Directive = (load, options, island) =>
        directive(
          () => {
            const timer = window.setTimeout(() => late(island as AstroIsland), CHUNK_TIMEOUT_MS);
            const loaded = load().finally(() => window.clearTimeout(timer));
            // Each island starts in a task of its own, not in the one that has run all their scripts.
            return loaded.then((start) => new Promise((next) => window.setTimeout(() => next(start), 0)));
          },
          options,
          island,
        );
      return Reflect.set(target, name, timed);
    },
  });
}

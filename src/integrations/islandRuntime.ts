const STYLE = /<style>.*?<\/style>/;
const SCRIPT = /<script>/g;

/**
 * Changes what Astro writes into the body before the first island. It takes out the style, which HTML allows nowhere in
 * the body; ours is in base.css. It makes the scripts modules: a plain script in the header would keep the rest of the
 * page from being parsed until the stylesheet is there.
 */
export function islandRuntime() {
  return {
    name: 'island-runtime',
    transform: {
      filter: { id: /astro\/dist\/runtime\/server\/scripts\.js/ },
      handler(code: string) {
        if (!STYLE.test(code) || !code.match(SCRIPT)) {
          throw new Error('Astro writes other things into the body now: change islandRuntime.');
        }
        return { code: code.replace(STYLE, '').replace(SCRIPT, '<script type="module">'), map: null };
      },
    },
  };
}

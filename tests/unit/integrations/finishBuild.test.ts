import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inlineHashes, lightened } from '../../../src/integrations/finishBuild.ts';
import { parseHeaders, parseRedirects } from '../../../src/server/hosting.ts';
import { BOOT, dist, FILES, withSmallSite } from '../../helpers/content/smallSite.ts';

withSmallSite();

describe('the finished build', () => {
  it('has the hash of every inline script in one policy', async () => {
    const [all] = parseHeaders(await readFile(join(dist, '_headers'), 'utf8'));
    const hash = createHash('sha256').update(BOOT).digest('base64');
    expect(all?.headers['Content-Security-Policy']).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  });

  it('has compressed copies of text and of nothing else', async () => {
    for (const [file, text] of Object.entries(FILES)) {
      if (!/\.(html|js|txt)$/.test(file)) {
        expect(existsSync(join(dist, `${file}.br`)), file).toBe(false);
        continue;
      }
      expect(brotliDecompressSync(await readFile(join(dist, `${file}.br`))).toString()).toBe(text);
      expect(gunzipSync(await readFile(join(dist, `${file}.gz`))).toString()).toBe(text);
    }
    expect(existsSync(join(dist, '_headers.br'))).toBe(false);
  });

  it('sends the news that have a page to themselves', async () => {
    const rules = parseRedirects(await readFile(join(dist, '_redirects'), 'utf8'));
    expect(rules).toContainEqual({ from: '/datahub/news/opening', to: '/datahub/news/opening', status: 200 });
    expect(rules).toContainEqual({ from: '/datahub/news/opening.md', to: '/datahub/news/opening.md', status: 200 });
    expect(rules.map(({ from }) => from)).not.toContain('/datahub/news/id');
  });

  it('leaves in the policy of a page the hashes of what it has, in islands the JSON as it is, and no id', () => {
    const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const page = (policy: string, island: string) =>
      `<meta http-equiv="content-security-policy" content="script-src 'self' ${policy};"><style>b</style>` +
      `<script>a</script><astro-island ${island} ssr><p title="&quot;"></p></astro-island>`;
    const written = page(
      `${sha('a')} ${sha('unused')}; style-src 'self' ${sha('b')}`,
      'uid="x" props="{&quot;a&quot;:[0,&quot;it&#39;s &amp;quot; &lt;b&gt;&quot;]}" opts="{&quot;name&quot;:&quot;A&quot;}"',
    );
    expect(lightened(written)).toBe(
      page(
        `${sha('a')}; style-src 'self' ${sha('b')}`,
        `props='{"a":[0,"it&#39;s &amp;quot; &lt;b&gt;"]}' opts='{"name":"A"}'`,
      ),
    );
  });

  it('knows scripts from data, and reads the policy in a meta element', () => {
    const sha = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const html = [
      '<script>a</script><SCRIPT type="module" data-x="1>0">b\r\nb</SCRIPT><script src="/x.js"></script>',
      '<script type="application/ld+json">{}</script><script type=text/javascript async>c</script>',
      '<script data-src="x" type="">d</script><style>e</style><style media="print">f</style><styled>g</styled>',
      `<meta http-equiv="content-security-policy" content="script-src 'sha256-A+/=' 'sha384-B'; style-src 'sha256-C'">`,
      '<meta name="description" content="script-src \'sha256-D\'">',
    ].join('\n');
    expect(inlineHashes(html)).toEqual({
      scripts: [...['a', 'b\nb', 'c', 'd'].map(sha), 'sha256-A+/=', 'sha384-B'],
      styles: [...['e', 'f'].map(sha), 'sha256-C'],
    });
  });
});

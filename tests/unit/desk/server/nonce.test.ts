import { expect, it } from 'vitest';
import { withNonce } from '../../../../src/desk/server/guard.ts';

it('marks scripts and styles, and nothing that only looks like one', () => {
  expect(withNonce('<p>x</p><script src="/a.js"></script><STYLE>a{}</STYLE>', 'N')).toBe(
    '<p>x</p><script nonce="N" src="/a.js"></script><STYLE nonce="N">a{}</STYLE>',
  );
  for (const html of [
    '<a aria-label="<script ><script>evil()</script>">x</a>',
    "<a title='<style x'>x</a>",
    '<iframe srcdoc="<style >p{}</style><script >evil()</script>"></iframe>',
    '<p>&lt;script &gt;</p>',
    '<!-- <script > -->',
    '<textarea><script ></textarea>',
    '<title><script ></title>',
    '',
  ])
    expect(withNonce(html, 'N'), html).toBe(html);
  // Of a script's own words
  expect(withNonce('<script>"<script >"</script>', 'N')).toBe('<script nonce="N">"<script >"</script>');
});

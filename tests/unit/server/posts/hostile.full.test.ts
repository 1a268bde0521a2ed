/** A thousand hostile texts through the API: they come back as trees of allowed elements, or are refused. */
import { expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { type PostNode, TEXT_TAGS } from '../../../../src/contract/posts.ts';
import { HOSTILE } from '../../../helpers/applications.ts';
import { authorsOf, POST } from '../../../helpers/authors.ts';
import { usersApi } from '../../../helpers/usersApi.ts';

const COUNT = 1_000;
const api = usersApi({}, { POST_RATE_LIMIT_PER_MINUTE: '0' });
const { writer } = authorsOf(api);

const PARTS = [
  ...HOSTILE,
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "' onmouseover='x"],
  ...['[a](javascript:alert(1))', '[a](<https://example.com/" onclick="x>)', '[a](data:text/html,x)', '<!--', '-->'],
  ...['[a](https://finger@example.com/)', '<https://example.com/ä>', '![a](https://example.com/a.png)', '[', '](', ')'],
  ...['**', '_', '> ', '- ', '1. ', '    ', '\n', '\n\n', '\t', '`', '\\', '&#x3c;script&#x3e;', '&lt;', '&#0;'],
  ...['\u0000', '\ud800', '\u202e', '\u2028', '\u00ad', 'x'.repeat(3_000), '> '.repeat(2_000), '- '.repeat(2_000)],
  ...['[a]('.repeat(500), '*a'.repeat(1_000), '<'.repeat(2_000), '{{constructor}}', '__proto__', '%00'],
];
/** Some of the parts one after the other, always the same. */
function textOf(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return Array.from({ length: 2 + (next() % 6) }, () => PARTS[next() % PARTS.length]).join(next() % 2 ? '' : ' ');
}

/** What of a tree is not allowed. */
function faultsIn(nodes: readonly PostNode[]): unknown[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { tag, href, children, ...others } = node;
    const isLink = href === undefined || (tag === 'a' && /^https?:\/\/[^/@\s"<>]+(?:[/?#][^\s"<>]*)?$/.test(href));
    const isAllowed = TEXT_TAGS.includes(tag) && isLink && Object.keys(others).length === 0;
    return [...(isAllowed ? [] : [node]), ...faultsIn(children)];
  });
}

it('as drafts, and as what readers get', async () => {
  const { call, save, posted } = await writer();
  const draft = await save();
  const texts = Array.from({ length: COUNT }, (_, seed) => textOf(seed));
  let kept = 0;
  for (const text of texts) {
    const { code, data } = await call<{ text: PostNode[] }>(`mine/${draft}`, 'PUT', {
      ...POST,
      text,
      title: text.slice(0, 150),
    });
    if (code === SUCCESS) kept += 1;
    else expect([text, code]).toEqual([text, SERVER_CODES.invalid.code]);
    expect(faultsIn(data.text ?? []), text).toEqual([]);
  }
  expect(kept).toBeGreaterThan(COUNT / 2);
  const shown = await posted({ text: PARTS.slice(HOSTILE.length, HOSTILE.length + 15).join('\n\n') });
  const { data } = await api.ask<{ text: PostNode[]; summary: string }>(`/api/web/posts/${shown}`);
  expect(faultsIn(data.text)).toEqual([]);
}, 300_000);

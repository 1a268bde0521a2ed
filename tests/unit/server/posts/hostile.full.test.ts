/** A thousand hostile texts through the API: they come back as trees of allowed elements, or are refused. */
import { expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { type PostNode, TEXT_TAGS } from '../../../../src/contract/posts.ts';
import { authorsOf, POST } from '../../../helpers/authors.ts';
import { HOSTILE_TEXTS, MARKUP } from '../../../helpers/hostileTexts.ts';
import { usersApi } from '../../../helpers/usersApi.ts';

const api = usersApi({}, { POST_RATE_LIMIT_PER_MINUTE: '0' });
const { writer } = authorsOf(api);

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
  let kept = 0;
  for (const text of HOSTILE_TEXTS) {
    const { code, data } = await call<{ text: PostNode[] }>(`mine/${draft}`, 'PUT', {
      ...POST,
      text,
      title: text.slice(0, 150),
    });
    if (code === SUCCESS) kept += 1;
    else expect([text, code]).toEqual([text, SERVER_CODES.invalid.code]);
    expect(faultsIn(data.text ?? []), text).toEqual([]);
  }
  expect(kept).toBeGreaterThan(HOSTILE_TEXTS.length / 2);
  const shown = await posted({ text: MARKUP.join('\n\n') });
  const { data } = await api.ask<{ text: PostNode[]; summary: string }>(`/api/web/posts/${shown}`);
  expect(faultsIn(data.text)).toEqual([]);
}, 300_000);

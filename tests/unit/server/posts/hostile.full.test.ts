/**
 * A thousand hostile texts as posts and as replies through the API: they come back as trees of allowed elements, or are
 * refused.
 */
import { expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import type { PostNode } from '../../../../src/contract/posts.ts';
import type { OwnReply } from '../../../../src/contract/replies.ts';
import { faultsIn, HOSTILE_TEXTS, MARKUP, SHORT_HOSTILE_TEXTS } from '../../../helpers/hostileTexts.ts';
import { authorsOf, POST, storePost } from '../../../helpers/server/authors.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({}, { POST_RATE_LIMIT_PER_MINUTE: '0', REPLY_RATE_LIMIT_PER_MINUTE: '0' });
const { reader, writer } = authorsOf(api);

it('as drafts, and as what readers get', async () => {
  const { call, save, posted } = await writer();
  const draft = await save();
  let kept = 0;
  for (const text of HOSTILE_TEXTS) {
    const { code, data } = await call<{ post?: { text: PostNode[] } }>(`mine/${draft}`, 'PUT', {
      ...POST,
      text,
      title: text.slice(0, 150),
    });
    if (code === SUCCESS) kept += 1;
    else expect([text, code]).toEqual([text, SERVER_CODES.invalid.code]);
    expect(faultsIn(data.post?.text ?? []), text).toEqual([]);
  }
  expect(kept).toBeGreaterThan(HOSTILE_TEXTS.length / 2);
  const shown = await posted({ text: MARKUP.join('\n\n') });
  const { data } = await api.ask<{ text: PostNode[]; summary: string }>(`/api/web/posts/${shown}`);
  expect(faultsIn(data.text)).toEqual([]);
}, 300_000);

it('as replies', async () => {
  const { id, token } = await reader('Taro');
  const post = await storePost(api.orm, id);
  expect(SHORT_HOSTILE_TEXTS).toHaveLength(1_000);
  // Five at once: with more, a reply would have too many links.
  for (let at = 0; at < SHORT_HOSTILE_TEXTS.length; at += 5) {
    const text = SHORT_HOSTILE_TEXTS.slice(at, at + 5).join('\n\n');
    const body = { post, answered: null, text };
    const { data, code } = await api.ask<OwnReply>('/api/web/replies/add', { token, method: 'POST', body });
    expect(code, text).toBe(SUCCESS);
    expect(faultsIn(data.text), text).toEqual([]);
  }
}, 300_000);

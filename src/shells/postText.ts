/** The text of a post, as its author has written it with a small Markdown. */
import type { PostNode } from '../contract/posts.ts';
import { type Child, el } from './element.ts';
import { httpLink } from './items.ts';

/** A stranger's link lends no standing, and tells nobody where the reader came from. */
const REL = 'nofollow ugc noopener noreferrer';

export const postText = (nodes: readonly PostNode[]): Child[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const href = node.tag === 'a' ? httpLink(node.href ?? null) : null;
    return el(node.tag, href === null ? {} : { href, rel: REL }, postText(node.children));
  });

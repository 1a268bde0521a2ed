/** The pages that serve all ids of something: one page for many, whose island shows what the address names. */
import type { MessageKey } from '../../i18n/messages.ts';
import type { Route, RoutePath } from '../../routes.ts';

export interface ItemPage {
  kind: 'news' | 'flash' | 'post' | 'user';
  noScript: MessageKey;
  /** The list that leads to it */
  list?: { href: RoutePath; text: MessageKey };
}

const ITEM_PAGES = new Map<string, ItemPage>([
  [
    '/datahub/news/{id}',
    { kind: 'news', noScript: 'item.noScript', list: { href: '/datahub/news', text: 'item.page.back' } },
  ],
  [
    '/datahub/flash/{id}',
    { kind: 'flash', noScript: 'item.noScript', list: { href: '/datahub/flash', text: 'item.page.back' } },
  ],
  [
    '/datahub/posts/{id}',
    { kind: 'post', noScript: 'post.page.noScript', list: { href: '/datahub', text: 'post.page.back' } },
  ],
  ['/u/{id}', { kind: 'user', noScript: 'publicPage.noScript' }],
]);

export const itemPageOf = ({ path }: Route): ItemPage | undefined => ITEM_PAGES.get(path);

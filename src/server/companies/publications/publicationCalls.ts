/** The calls of a company's members for news and flash that it publishes. Keys of partners publish in the same way. */

import {
  flashPublicationCall,
  newsPublicationCall,
  PUBLICATION_KINDS,
  publicationCall,
  publicationsCall,
  publicationWithdrawalCall,
} from '../../../contract/companyPublishing.ts';
import { NEWS_LANGUAGES } from '../../../contract/news.ts';
import { correctionShape, publicationShape, withdrawalShape } from '../../../forms/publicationForms.ts';
import type { ApiContext } from '../../answers.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { localeOf } from '../../messages.ts';
import { PUBLISHING_KEY, publishingKeyOf } from '../../news/publishingKey.ts';
import type { CompanyActor, CompanyPart } from '../companyCalls.ts';
import { paged } from '../pages.ts';
import { type Done, type Item, LIVE, type PublicationStore, type Which } from './publications.ts';
import { SANDBOX } from './sandboxPublications.ts';

export const PUBLISHES = { news: 'publishing.publishNews', flash: 'publishing.publishFlash' } as const;
/** The body of what is published. */
export const PUBLICATION = publicationShape({ languages: NEWS_LANGUAGES });

export function addPublishing({ company }: CompanyPart): void {
  company.read({
    call: publicationsCall,
    operationId: 'companyPublications',
    summary: 'What the company has published, newest first. sandbox=true returns what its sandbox keys published',
    handle: async ({ c, orm, company: { id } }) => {
      const [given, after] = [c.req.query('kind'), c.req.query('after')];
      const kind = PUBLICATION_KINDS.find((candidate) => candidate === given);
      if (given !== undefined && !kind) return fault('kind', 'choiceUnknown');
      return publicationsOf(orm, id, c.req.query('sandbox') === 'true' ? SANDBOX : LIVE, {
        kind,
        after,
        locale: localeOf(c.req.header('accept-language')),
      });
    },
  });

  for (const [kind, call] of [
    ['news', newsPublicationCall],
    ['flash', flashPublicationCall],
  ] as const) {
    company.change({
      call,
      method: 'post',
      operationId: kind === 'news' ? 'companyNewsPublish' : 'companyFlashPublish',
      summary: `Publishes ${kind === 'news' ? 'news' : 'a flash'} of the company, once for each Idempotency-Key`,
      permission: PUBLISHES[kind],
      confirmed: true,
      refuses: ['conflict'],
      body: PUBLICATION,
      handle: (context) => published(context, LIVE, { ...context.body, kind }),
    });
  }

  company.change({
    call: publicationCall,
    method: 'put',
    operationId: 'companyPublicationCorrect',
    summary: 'Corrects the words of a publication. Readers see the earlier ones too',
    permission: 'publishing.correct',
    confirmed: true,
    refuses: ['conflict', 'gone'],
    body: correctionShape,
    handle: (context) => LIVE.correct(context, context.body),
  });

  // Also when the company is not confirmed any more: what is wrong must be able to go.
  company.change({
    call: publicationWithdrawalCall,
    method: 'post',
    operationId: 'companyPublicationWithdraw',
    summary: 'Withdraws a publication, with a reason that the members of the company see',
    permission: 'publishing.withdraw',
    refuses: ['gone'],
    body: withdrawalShape,
    handle: (context) => LIVE.withdraw(context, context.body.reason),
  });
}

/** Publishes what a call sends, once for each of its idempotency keys. */
export async function published(
  context: CompanyActor & { c: ApiContext },
  shelf: PublicationStore,
  item: Item,
): Promise<Outcome<Done>> {
  const key = publishingKeyOf(context.c);
  if (key === null) return { error: 'invalid', message: 'server.idempotencyKey', field: PUBLISHING_KEY.name };
  return shelf.publish(context, item, key);
}

/** A page of what a company has published; `after` is the last `next`. */
export async function publicationsOf(orm: Orm, company: string, shelf: PublicationStore, which: Which) {
  const list = await guarded('listing publications', () => shelf.list(orm, company, which));
  if (!list) return { error: 'invalid', message: 'server.cursor', field: 'after' } satisfies Outcome<never>;
  const { page, next } = paged(list, ({ id }) => id);
  return { data: { publications: page, next } };
}

/** News and flash that a company's systems publish, in the name of an analyst. */

import {
  partnerFlashPublishCall,
  partnerNewsPublishCall,
  partnerPublicationCall,
  partnerPublicationsCall,
  partnerWithdrawalCall,
  publicationsQuery,
} from '../../contract/partner.ts';
import { correctionShape, withdrawalShape } from '../../forms/publicationForms.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { PUBLICATION, PUBLISHES, publicationsOf, published } from '../companies/publications/publicationCalls.ts';
import { LIVE, type PublicationStore } from '../companies/publications/publications.ts';
import { SANDBOX } from '../companies/publications/sandboxPublications.ts';
import { PUBLISHING_KEY } from '../news/publishingKey.ts';
import type { KeyRow } from './keyRows.ts';
import type { PartnerCalls } from './partnerCalls.ts';

const ID = { id: 'The id of a publication' };

const shelfOf = ({ kind }: KeyRow): PublicationStore => (kind === 'sandbox' ? SANDBOX : LIVE);

export function addPublishing(partner: PartnerCalls): void {
  const scope = 'news.publish';

  for (const [kind, call] of [
    ['news', partnerNewsPublishCall],
    ['flash', partnerFlashPublishCall],
  ] as const) {
    partner.change({
      call,
      method: 'post',
      operationId: kind === 'news' ? 'partnerNewsPublish' : 'partnerFlashPublish',
      summary:
        `Publishes ${kind === 'news' ? 'news' : 'a flash'}, marked with the company and its licence. If you repeat ` +
        'it with the same Idempotency-Key, you get the first answer. Another publication with that key gets 409',
      scope,
      permission: PUBLISHES[kind],
      parameters: [PUBLISHING_KEY],
      body: PUBLICATION,
      refuses: ['conflict'],
      handle: (context) => published(context, shelfOf(context.key), { ...context.body, kind }),
    });
  }

  partner.call({
    call: partnerPublicationsCall,
    operationId: 'partnerPublications',
    summary: 'What the company has published, newest first. A sandbox key gets what its sandbox keys published',
    scope,
    query: publicationsQuery,
    refuses: ['invalid'],
    handle: ({ orm, company, key, query: { kind, after } }) =>
      publicationsOf(orm, company.id, shelfOf(key), { kind, after, locale: DEFAULT_LOCALE }),
  });

  partner.change({
    call: partnerPublicationCall,
    method: 'put',
    operationId: 'partnerPublicationCorrect',
    summary: 'Corrects the words of a publication of the company. Readers see the earlier ones too',
    scope,
    permission: 'publishing.correct',
    params: ID,
    body: correctionShape,
    refuses: ['notFound', 'gone'],
    handle: (context) => shelfOf(context.key).correct(context, context.body),
  });

  partner.change({
    call: partnerWithdrawalCall,
    method: 'post',
    operationId: 'partnerPublicationWithdraw',
    summary: 'Withdraws a publication of the company, with a reason that its members see',
    scope,
    permission: 'publishing.withdraw',
    params: ID,
    body: withdrawalShape,
    refuses: ['notFound', 'gone'],
    handle: (context) => shelfOf(context.key).withdraw(context, context.body.reason),
  });
}

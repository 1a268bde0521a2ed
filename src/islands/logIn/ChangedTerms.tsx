import { sendForUser } from '../../api/userCalls.ts';
import type { Service } from '../../contract/common.ts';
import { type ChangedTerms as Changed, termsCall } from '../../contract/users.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { useAct } from '../profile/Setting.tsx';
import { dayIn } from '../time.ts';

export const TERMS_WORDS = ['terms.*', 'error.*', 'account.readTerms', 'account.newTab'] as const;

/**
 * Asks a user to accept the terms that have changed. Until then the new ones bind nobody, and the server refuses
 * changes of companies.
 */
export default function ChangedTerms({
  changed: { accepted, current },
  links,
  say,
  lang,
  service,
  onAccepted,
  onLater,
}: {
  changed: NonNullable<Changed>;
  /** Addresses: the terms, the page on which the account is closed */
  links: { terms: string; account: string };
  say: (key: KeysOf<(typeof TERMS_WORDS)[number]>, values?: MessageValues) => string;
  lang: string;
  service: Service;
  onAccepted: () => void;
  /** Without it, there is no button that puts the question off */
  onLater?: () => void;
}) {
  const { act, isBusy, failure } = useAct(say);
  const day = dayIn(lang, 'UTC');
  const send = () => sendForUser(termsCall, service, { method: 'post', json: { terms: current } });
  return (
    <>
      <p>
        {accepted && say('terms.before', { accepted: day(accepted) })} {say('terms.about', { current: day(current) })}{' '}
        <a href={links.terms} target="_blank" rel="noopener">
          {say('account.readTerms')} {say('account.newTab')}
        </a>
      </p>
      <p>
        {say('terms.without')} <a href={links.account}>{say('terms.close')}</a>
      </p>
      {failure}
      <p className="actions">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void act(send, onAccepted)}>
          {say('terms.accept')}
        </button>
        {onLater && (
          <button type="button" className="button quiet" onClick={onLater}>
            {say('terms.later')}
          </button>
        )}
      </p>
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { offersCall, type UserCenterData } from '../../../contract/users.ts';
import { ROLE_WORDS } from '../../../forms/messageKeys.ts';
import { lookUp } from '../../../lookUp.ts';
import { reason } from '../../failureWords.ts';
import { instantIn } from '../../time.ts';
import { Fact, Facts, type FrameProps, Section, sayIn } from '../parts.tsx';

type Props = FrameProps<'account.reference' | 'account.role.*' | 'user.center.*'> & {
  offers: UserCenterData['offers'];
  topics: Readonly<Record<string, string>>;
  /** Reads the user center again */
  refresh: () => Promise<void>;
};

/**
 * What somebody who was not logged in has sent with the user's address: is it theirs? A mail leads here, by a link that
 * answers nothing itself, since programs open the links of mails too.
 */
export function Offers(props: Props) {
  const { offers, topics, lang, service, refresh } = props;
  const say = sayIn(props);
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  // The section is not there when the browser looks for where the link of the mail leads.
  useEffect(() => {
    if (location.hash === '#offers') box.current?.scrollIntoView();
  }, []);

  const answer = async (references: readonly string[], isTheirs: boolean) => {
    if (isSending) return;
    setAnnouncement('');
    setFault('');
    setSending(true);
    const sent = await sendForUser(offersCall, service, { method: 'post', json: { references, isTheirs } });
    if (sent.status === 'saved') {
      setAnnouncement(say(isTheirs ? 'user.center.offers.joined' : 'user.center.offers.denied'));
      await refresh();
      // The button is gone.
      box.current?.focus();
    } else
      setFault(sent.status === 'failed' ? reason(sent.why, say) : sent.fields.map((field) => field.message).join(' '));
    setSending(false);
  };

  if (offers.length === 0 && announcement === '') return null;
  return (
    <Section id="offers" title={say('user.center.offers')} hint={say('user.center.offers.about')}>
      <div ref={box} tabIndex={-1}>
        <p role="status" className="profile-saved">
          {announcement}
        </p>
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        {offers.map((offer) => (
          <article className="user-entry" key={offer.reference}>
            <h3>
              {'role' in offer
                ? say('user.center.offers.application', { role: say(ROLE_WORDS[offer.role].name) })
                : say('user.center.offers.question', { topic: lookUp(topics, offer.topic) ?? '' })}
            </h3>
            <Facts>
              <Fact name={say('account.reference')}>
                <span className="reference">{offer.reference}</span>
              </Fact>
              <Fact name={say('user.center.applications.sent')}>
                <time dateTime={offer.at}>{instantIn(lang)(offer.at)}</time>
              </Fact>
            </Facts>
            <p className="actions">
              {[true, false].map((isTheirs) => (
                <button
                  key={String(isTheirs)}
                  type="button"
                  className="button quiet"
                  aria-disabled={isSending}
                  onClick={() => void answer([offer.reference], isTheirs)}
                >
                  {say(isTheirs ? 'user.center.offers.mine' : 'user.center.offers.notMine')}
                </button>
              ))}
            </p>
          </article>
        ))}
        {offers.length > 1 && (
          <p className="actions">
            <button
              type="button"
              className="button quiet"
              aria-disabled={isSending}
              onClick={() =>
                void answer(
                  offers.map(({ reference }) => reference),
                  false,
                )
              }
            >
              {say('user.center.offers.noneMine')}
            </button>
          </p>
        )}
      </div>
    </Section>
  );
}

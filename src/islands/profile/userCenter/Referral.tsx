import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { referralCall, type UserCenterData } from '../../../contract/users.ts';
import { REFERRAL_PARAMETER } from '../../../forms/referral.ts';
import { Fact, Facts, type FrameProps, reason, sayIn } from '../parts.tsx';

type Props = FrameProps<'user.center.*'> & {
  start: UserCenterData['referral'];
  links: { openAccount: string };
};

/** The user's personal link, made when they want one, and how many applicants count. */
export function Referral(props: Props) {
  const { service, links, start } = props;
  const say = sayIn(props);
  const [referral, setReferral] = useState(start);
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState('');
  const make = async () => {
    setFault('');
    const sent = await sendForUser(referralCall, service, { method: 'post' });
    if (sent.status === 'saved') setReferral(sent.data);
    else setFault(sent.status === 'failed' ? reason(sent.why, say) : '');
  };
  if (!referral) {
    return (
      <>
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => void make()}>
            {say('user.center.referral.make')}
          </button>
        </p>
      </>
    );
  }
  const link = new URL(links.openAccount, location.href);
  link.searchParams.set(REFERRAL_PARAMETER, referral.code);
  return (
    <>
      <Facts>
        <Fact name={say('user.center.referral.link')}>
          <span className="user-link">{link.href}</span>
        </Fact>
        <Fact name={say('user.center.referral.counted')}>
          {say('user.center.referral.number', { number: referral.counted })}
        </Fact>
      </Facts>
      <p className="actions">
        <button
          type="button"
          className="button quiet"
          onClick={() =>
            void navigator.clipboard
              ?.writeText(link.href)
              .then(() => setAnnouncement(say('user.center.referral.copied')))
          }
        >
          {say('user.center.referral.copy')}
        </button>
        <span role="status">{announcement}</span>
      </p>
    </>
  );
}

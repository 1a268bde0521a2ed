import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { referralCall, type UserCenterData } from '../../../contract/users.ts';
import { REFERRAL_PARAMETER } from '../../../forms/referral.ts';
import { Fact, Facts, type FrameProps, sayIn } from '../parts.tsx';
import { useAct } from '../Setting.tsx';

type Referral = NonNullable<UserCenterData['referral']>;
type Props = FrameProps<'user.center.*'>;

/** The button that makes the user's personal link. */
export function MakeLink(props: Props & { onMade: (referral: Referral) => void }) {
  const { service, onMade } = props;
  const { act, isBusy, failure } = useAct(sayIn(props));
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={isBusy}
        onClick={() => void act(() => sendForUser(referralCall, service, { method: 'post' }), onMade)}
      >
        {sayIn(props)('user.center.referral.make')}
      </button>
      {failure}
    </>
  );
}

/** The user's personal link, and how many applicants count. */
export function Referral(props: Props & { referral: Referral; links: { openAccount: string } }) {
  const { links, referral } = props;
  const say = sayIn(props);
  const [announcement, setAnnouncement] = useState('');
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

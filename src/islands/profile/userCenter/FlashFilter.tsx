import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { generalCall } from '../../../contract/users.ts';
import { $flashChoice, EVERYTHING, type FlashChoice } from '../../../stores/flashFilter.ts';
import { reason } from '../../failureWords.ts';
import { Fact, Facts, type FrameProps, Loaded, Section, sayIn, useResource } from '../parts.tsx';

/** How flashes are filtered on this device and in the account; each can take the other's place. Not shown without either. */
export function FlashFilter(
  props: FrameProps<'user.center.*' | 'flash.exclude' | 'flash.importantOnly' | 'flash.include' | 'flash.zone'>,
) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(generalCall, service);
  const here = useStore($flashChoice, { ssr: () => EVERYTHING });
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState('');

  const name = ({ important, include, exclude, zone }: FlashChoice) => {
    const parts = [
      important && say('flash.importantOnly'),
      include && say('user.center.flash.part', { name: say('flash.include'), value: include }),
      exclude && say('user.center.flash.part', { name: say('flash.exclude'), value: exclude }),
      zone !== EVERYTHING.zone && say('user.center.flash.part', { name: say('flash.zone'), value: zone }),
    ].filter((part) => part !== false && part !== '');
    return parts.length > 0 ? parts.join(' · ') : say('user.center.flash.all');
  };
  const save = async () => {
    setAnnouncement('');
    setFault('');
    const sent = await sendForUser(generalCall, service, { method: 'put', json: { preferences: { flash: here } } });
    if (sent.status === 'saved') {
      resource.replace(sent.data);
      setAnnouncement(say('user.center.flash.saved'));
    } else
      setFault(sent.status === 'failed' ? reason(sent.why, say) : sent.fields.map((field) => field.message).join(' '));
  };
  const use = (saved: FlashChoice) => {
    $flashChoice.set(saved);
    setAnnouncement(say('user.center.flash.used'));
  };

  const flash = (resource.read.status === 'read' && resource.read.data.preferences.flash) || null;
  if (!flash && JSON.stringify(here) === JSON.stringify(EVERYTHING)) return null;
  return (
    <Section id="flash-filter" title={say('user.center.flash')} hint={say('user.center.flash.hint')}>
      <Loaded resource={resource} rows={2} loginHref={loginHref} say={say}>
        {() => (
          <>
            <Facts>
              <Fact name={say('user.center.flash.device')}>{name(here)}</Fact>
              <Fact name={say('user.center.flash.account')}>{flash ? name(flash) : say('user.center.flash.none')}</Fact>
            </Facts>
            {fault && (
              <p className="field-error" role="alert">
                {fault}
              </p>
            )}
            <p className="actions">
              <button type="button" className="button quiet" onClick={() => void save()}>
                {say('user.center.flash.save')}
              </button>
              {flash && (
                <button type="button" className="button quiet" onClick={() => use(flash)}>
                  {say('user.center.flash.use')}
                </button>
              )}
            </p>
            <p role="status" className="profile-saved">
              {announcement}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

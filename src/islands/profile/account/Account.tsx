import { togglesCall } from '../../../contract/users.ts';
import { Loaded, Section, sayIn, useResource } from '../parts.tsx';
import type { AccountPart, Props } from './accountWords.ts';
import { Closing } from './Closing.tsx';
import { Download } from './Download.tsx';
import { Follows } from './Follows.tsx';
import { Notifications, Privacy } from './Toggles.tsx';

/** Notifications, privacy, the user's data, and the end of the account. */
export default function Account(props: Props) {
  const say = sayIn(props);
  const resource = useResource(togglesCall, props.service);
  const part: AccountPart = { ...props, say };
  return (
    <Loaded resource={resource} rows={6} loginHref={props.loginHref} say={say}>
      {(data) => (
        <>
          <Section id="notifications" title={say('account.notify')}>
            <Notifications {...part} data={data} replace={resource.replace} />
          </Section>
          <Section id="privacy" title={say('account.privacy')} hint={say('account.privacy.hint')}>
            <Privacy {...part} data={data} replace={resource.replace} />
          </Section>
          <Section id="follows" title={say('follow.own')}>
            <Follows {...part} />
          </Section>
          <Section id="data" title={say('user.settings.data')} hint={say('user.settings.data.about')}>
            <Download {...part} />
          </Section>
          <Section id="close" title={say('user.settings.close')}>
            <Closing {...part} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

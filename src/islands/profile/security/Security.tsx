import { securityCall } from '../../../contract/users.ts';
import { type FrameProps, Loaded, Section, sayIn, useResource } from '../parts.tsx';
import { Details } from './Details.tsx';
import { Devices } from './Devices.tsx';
import { Log } from './Log.tsx';
import { Passkeys } from './Passkeys.tsx';
import type { SecurityPart, SecurityWord } from './securityWords.ts';
import { TwoStep } from './TwoStep.tsx';

export interface Props extends FrameProps<SecurityWord> {
  company: string;
}

/** What protects an account: how its user logs in, on which devices, and what has happened. */
export default function Security(props: Props) {
  const { locale, lang, service, loginHref, company } = props;
  const say = sayIn(props);
  const resource = useResource(securityCall, service);
  return (
    <Loaded resource={resource} rows={6} loginHref={loginHref} say={say}>
      {(data) => {
        const change: SecurityPart['change'] = (part) => resource.replace({ ...data, ...part });
        const part: SecurityPart = { data, resource, change, say, locale, lang, service };
        return (
          <>
            <Section id="details" title={say('user.security.details')}>
              <Details {...part} />
            </Section>
            <Section id="twoStep" title={say('user.security.twoStep')} hint={say('user.security.twoStep.about')}>
              <TwoStep {...part} company={company} />
            </Section>
            <Section id="passkeys" title={say('user.security.passkeys')} hint={say('user.security.passkeys.about')}>
              <Passkeys {...part} />
            </Section>
            <Section id="devices" title={say('user.security.devices')} hint={say('user.security.devices.about')}>
              <Devices {...part} />
            </Section>
            <Section id="history" title={say('user.security.history')} hint={say('user.security.history.about')}>
              <Log service={service} loginHref={loginHref} lang={lang} say={say} />
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

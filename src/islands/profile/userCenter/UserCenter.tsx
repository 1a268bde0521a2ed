import { useEffect, useState } from 'react';
import { localZone } from '../../../browserState/zone.ts';
import { centerCall, securityCall, type UserCenterData } from '../../../contract/users.ts';
import { ROLE_WORDS, STATE_WORDS } from '../../../forms/messageKeys.ts';
import { lookUp } from '../../../lookUp.ts';
import { $center } from '../../../stores/center.ts';
import { logOutUser } from '../../../stores/user.ts';
import { ENQUIRY_FACT_WORDS, type EnquiryNames, enquiryFacts } from '../../help/enquiryFacts.ts';
import ChangedTerms, { TERMS_WORDS } from '../../logIn/ChangedTerms.tsx';
import { dayIn, instantIn } from '../../time.ts';
import { Empty } from '../Empty.tsx';
import { EmailAddress, Fact, Facts, type FrameProps, Loaded, Section, State, sayIn, useResource } from '../parts.tsx';
import { History } from '../security/History.tsx';
import { FlashFilter } from './FlashFilter.tsx';
import { LICENSE_SECTION_WORDS, LicenseSection } from './LicenseSection.tsx';
import { Offers } from './Offers.tsx';
import { OPENING_WORDS, Opening } from './Opening.tsx';
import { MakeLink, Referral } from './Referral.tsx';

export const CENTER_WORDS = [
  ...ENQUIRY_FACT_WORDS,
  ...OPENING_WORDS,
  ...LICENSE_SECTION_WORDS,
  'account.email',
  'account.reference',
  'account.role.*',
  'account.state*',
  'closing.ask.action',
  'flash.exclude',
  'flash.importantOnly',
  'flash.include',
  'flash.zone',
  'nav.openAccount',
  'thread.answer',
  'thread.state.*',
  'user.center.*',
  'user.settings.closed*',
  'user.signIn.*',
  'user.timesIn',
  ...TERMS_WORDS,
] as const;

type Props = FrameProps<(typeof CENTER_WORDS)[number]> & {
  /** Names of the topics of questions */
  topics: Readonly<Record<string, string>>;
  /** Names of what an advertising request may choose */
  names: EnquiryNames;
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
  links: { trade: string; security: string; account: string; openAccount: string; ask: string; terms: string };
};

/** Who is logged in, and what has become of what they sent. */
export default function UserCenter(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(centerCall, service);
  return (
    <Loaded resource={resource} rows={8} loginHref={loginHref} say={say}>
      {(data) => <Center {...props} data={data} refresh={resource.refresh} />}
    </Loaded>
  );
}

function Center(props: Props & { data: UserCenterData; refresh: () => Promise<void> }) {
  const { data, refresh, lang, service, links } = props;
  const say = sayIn(props);
  const [referral, setReferral] = useState(data.referral);
  // The head of the page tells of it, too.
  useEffect(() => $center.set(data), [data]);
  return (
    <>
      {data.terms && (
        <Section id="terms" title={say('terms.title')}>
          <ChangedTerms {...props} changed={data.terms} say={say} onAccepted={() => void refresh()} />
        </Section>
      )}
      {data.erasedAt && (
        <p className="field-notice">
          <strong>{say('user.settings.closed')}</strong>{' '}
          {say('user.settings.closed.about', { date: dayIn(lang)(data.erasedAt) })}{' '}
          <a href={links.account}>{say('user.center.changeProfile')}</a>
        </p>
      )}
      <Section id="applications" title={say('user.center.applications')}>
        <Applications {...props} />
      </Section>
      {data.license && <LicenseSection {...props} license={data.license} formHref={links.openAccount} />}
      <Offers {...props} offers={data.offers} />
      {data.questions.length > 0 && (
        <Section id="questions" title={say('user.center.questions')}>
          <Questions {...props} />
        </Section>
      )}
      <Section id="you" title={say('user.center.you')} hint={say('user.timesIn', { zone: localZone() })}>
        <Facts>
          <Fact name={say('account.email')}>
            <EmailAddress address={data.email} />
          </Fact>
          {data.role && <Fact name={say('user.center.role')}>{say(ROLE_WORDS[data.role].name)}</Fact>}
          <Fact name={say('user.center.since')}>{dayIn(lang)(data.since)}</Fact>
        </Facts>
        <p className="actions">
          {data.questions.length === 0 && (
            <a className="button quiet" href={links.ask}>
              {say('closing.ask.action')}
            </a>
          )}
          {!referral && <MakeLink {...props} onMade={setReferral} />}
          <button type="button" className="button quiet" onClick={() => void logOutUser(service)}>
            {say('user.center.logOut')}
          </button>
        </p>
      </Section>
      {referral && (
        <Section id="referral" title={say('user.center.referral')} hint={say('user.center.referral.about')}>
          <Referral referral={referral} {...props} />
        </Section>
      )}
      <FlashFilter {...props} />
      <Section id="log-ins" title={say('user.center.logIns')}>
        <LogIns {...props} />
      </Section>
    </>
  );
}

function Applications(props: Props & { data: UserCenterData }) {
  const { data, lang, links } = props;
  const say = sayIn(props);
  const instant = instantIn(lang);
  if (data.applications.length === 0) {
    return (
      <Empty drawing="application" text={say('user.center.applications.none')}>
        <a className="button" href={links.openAccount}>
          {say('nav.openAccount')}
        </a>
      </Empty>
    );
  }
  return data.applications.map(({ reference, role, state, submittedAt, updatedAt, missing, opening }) => (
    <article className="user-entry" key={reference}>
      <h3>
        {say(ROLE_WORDS[role].name)}{' '}
        <State is={state === 'approved' ? 'good' : state === 'needsInformation' && 'due'}>
          {say(STATE_WORDS[state].name)}
        </State>
      </h3>
      <p className="field-hint">{say(STATE_WORDS[state].about)}</p>
      {missing !== null && (
        <div className="field-notice">
          <p className="field-head">{say('user.center.applications.missing')}</p>
          <p className="user-text">{missing}</p>
        </div>
      )}
      <Facts>
        <Fact name={say('account.reference')}>
          <span className="reference">{reference}</span>
        </Fact>
        <Fact name={say('user.center.applications.sent')}>
          <time dateTime={submittedAt}>{instant(submittedAt)}</time>
        </Fact>
        {updatedAt !== submittedAt && (
          <Fact name={say('user.center.applications.changed')}>
            <time dateTime={updatedAt}>{instant(updatedAt)}</time>
          </Fact>
        )}
      </Facts>
      {opening && <Opening {...props} opening={opening} tradeHref={links.trade} />}
    </article>
  ));
}

function Questions(props: Props & { data: UserCenterData }) {
  const { data, locale, lang, links, topics, names } = props;
  const say = sayIn(props);
  const instant = instantIn(lang);
  return (
    <>
      {data.questions.map(({ reference, topic, state, askedAt, question, enquiry, answers }) => (
        <details className="user-question" key={reference}>
          <summary>
            {lookUp(topics, topic)}
            <span className="field-hint">
              <time dateTime={askedAt}>{instant(askedAt)}</time> · {say(`thread.state.${state}`)}
            </span>
          </summary>
          <p className="field-hint">
            {say('account.reference')} <span className="reference">{reference}</span>
          </p>
          {enquiry && (
            <Facts>
              {enquiryFacts(enquiry, names, { locale, lang }).map(([word, text]) => (
                <Fact key={word} name={say(word)}>
                  {text}
                </Fact>
              ))}
            </Facts>
          )}
          <p className="user-text">{question}</p>
          {answers.map(({ at, text }) => (
            <div className="thread-answer" key={at}>
              <h3>{say('thread.answer', { time: instant(at) })}</h3>
              <p className="user-text">{text}</p>
            </div>
          ))}
        </details>
      ))}
      <p className="actions">
        <a className="button quiet" href={links.ask}>
          {say('closing.ask.action')}
        </a>
      </p>
    </>
  );
}

const SHOWN_LOG_INS = 5;

function LogIns(props: Props) {
  const { service, loginHref, links, locale, lang } = props;
  const say = sayIn(props);
  const resource = useResource(securityCall, service);
  return (
    <Loaded resource={resource} rows={3} loginHref={loginHref} say={say}>
      {({ signIns }) => (
        <>
          <History signIns={signIns.slice(0, SHOWN_LOG_INS)} locale={locale} lang={lang} say={say} />
          <p className="actions">
            <a className="button quiet" href={links.security}>
              {say('user.center.logIns.all')}
            </a>
          </p>
        </>
      )}
    </Loaded>
  );
}

import { ROLE_WORDS, STATE_WORDS } from '../../accounts/messageKeys.ts';
import { type Centre, centreCall, securityCall } from '../../contract/users.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { logOutUser } from '../../stores/user.ts';
import { initialsOf } from '../../visit/initials.ts';
import { localZone } from '../../visit/zone.ts';
import { Fact, Facts, type FrameProps, Loaded, Section, sayIn, useOwn } from '../Profile/parts.tsx';
import { dayIn, instantIn } from '../Profile/time.ts';
import { ENQUIRY_FACT_WORDS, type EnquiryNames, enquiryFacts } from '../QuestionThread/enquiryFacts.ts';
import { HISTORY_WORDS, History } from '../Security/History.tsx';
import { FILTER_WORDS, FlashFilter } from './FlashFilter.tsx';
import { OFFER_WORDS, Offers } from './Offers.tsx';
import { REFERRAL_WORDS, Referral } from './Referral.tsx';

const QUESTION_STATES = {
  received: 'thread.received',
  answered: 'thread.answered',
  closed: 'thread.closed',
} as const;

export const CENTER_WORDS = [
  ...HISTORY_WORDS,
  ...FILTER_WORDS,
  ...REFERRAL_WORDS,
  ...ENQUIRY_FACT_WORDS,
  ...OFFER_WORDS,
  ...Object.values(STATE_WORDS).flatMap(({ name, about }) => [name, about]),
  ...Object.values(QUESTION_STATES),
  'account.email',
  'account.state',
  'closing.ask.action',
  'route.companyHome',
  'nav.openAccount',
  'thread.answer',
  'user.picture.yours',
  'user.settings.closed',
  'user.settings.closed.about',
  'user.you',
  'user.role',
  'user.since',
  'user.logOut',
  'user.changeProfile',
  'user.publicPage',
  'user.applications',
  'user.applications.none',
  'user.applications.changed',
  'user.applications.missing',
  'user.questions',
  'user.questions.none',
  'user.logIns',
  'user.logIns.all',
  'user.timesIn',
] as const satisfies readonly MessageKey[];

type Props = FrameProps<(typeof CENTER_WORDS)[number]> & {
  /** Names of the topics of questions */
  topics: Readonly<Record<string, string>>;
  /** Names of what an advertising request may choose */
  names: EnquiryNames;
  links: { profile: string; security: string; account: string; company: string; openAccount: string; ask: string };
};

/** Who is logged in, and what has become of what they sent. */
export default function UserCenter(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const own = useOwn(centreCall, service);
  return (
    <Loaded own={own} rows={8} {...{ loginHref, say }}>
      {(data) => <Center {...props} data={data} refresh={own.refresh} />}
    </Loaded>
  );
}

function Center(props: Props & { data: Centre; refresh: () => Promise<void> }) {
  const { data, lang, service, links } = props;
  const say = sayIn(props);
  return (
    <>
      <Section id="you" title={say('user.you')} hint={say('user.timesIn', { zone: localZone() })}>
        {data.erasedAt && (
          <p className="field-notice">
            <strong>{say('user.settings.closed')}</strong>{' '}
            {say('user.settings.closed.about', { date: dayIn(lang)(data.erasedAt) })}{' '}
            <a href={links.account}>{say('user.changeProfile')}</a>
          </p>
        )}
        <div className="user-card">
          {data.avatar ? (
            <img
              className="avatar"
              src={service.base + data.avatar}
              width={72}
              height={72}
              alt={say('user.picture.yours')}
            />
          ) : (
            <span className="avatar user-initials" aria-hidden="true">
              {initialsOf(data.nickname)}
            </span>
          )}
          <p>
            <strong>{data.nickname}</strong>
          </p>
        </div>
        <Facts>
          <Fact name={say('account.email')}>{data.email}</Fact>
          {data.role && <Fact name={say('user.role')}>{say(ROLE_WORDS[data.role].name)}</Fact>}
          <Fact name={say('user.since')}>{dayIn(lang)(data.since)}</Fact>
        </Facts>
        <p className="actions">
          <a className="button quiet" href={links.profile}>
            {say('user.changeProfile')}
          </a>
          <a className="button quiet" href={links.company}>
            {say('route.companyHome')}
          </a>
          <button type="button" className="button quiet" onClick={() => void logOutUser(service)}>
            {say('user.logOut')}
          </button>
        </p>
      </Section>
      <Offers {...props} offers={data.offers} />
      <Section id="applications" title={say('user.applications')}>
        <Applications {...props} />
      </Section>
      <Section id="questions" title={say('user.questions')}>
        <Questions {...props} />
      </Section>
      <Section id="referral" title={say('user.referral')} hint={say('user.referral.about')}>
        <Referral start={data.referral} {...props} />
      </Section>
      <Section id="flash-filter" title={say('user.flash')} hint={say('user.flash.hint')}>
        <FlashFilter {...props} />
      </Section>
      <Section id="log-ins" title={say('user.logIns')}>
        <LogIns {...props} />
      </Section>
    </>
  );
}

function Applications(props: Props & { data: Centre }) {
  const { data, lang, links } = props;
  const say = sayIn(props);
  const instant = instantIn(lang);
  if (data.applications.length === 0) {
    return (
      <>
        <p>{say('user.applications.none')}</p>
        <p className="actions">
          <a className="button" href={links.openAccount}>
            {say('nav.openAccount')}
          </a>
        </p>
      </>
    );
  }
  return data.applications.map(({ reference, role, state, submittedAt, updatedAt, missing }) => (
    <article className="user-entry" key={reference}>
      <h3>
        {say(ROLE_WORDS[role].name)}: {say(STATE_WORDS[state].name)}
      </h3>
      <p className="field-hint">{say(STATE_WORDS[state].about)}</p>
      {missing !== null && (
        <div className="field-notice">
          <p className="field-head">{say('user.applications.missing')}</p>
          <p className="user-text">{missing}</p>
        </div>
      )}
      <Facts>
        <Fact name={say('account.reference')}>
          <span className="reference">{reference}</span>
        </Fact>
        <Fact name={say('user.applications.sent')}>
          <time dateTime={submittedAt}>{instant(submittedAt)}</time>
        </Fact>
        <Fact name={say('user.applications.changed')}>
          <time dateTime={updatedAt}>{instant(updatedAt)}</time>
        </Fact>
      </Facts>
    </article>
  ));
}

function Questions(props: Props & { data: Centre }) {
  const { data, locale, lang, links, topics, names } = props;
  const say = sayIn(props);
  const instant = instantIn(lang);
  return (
    <>
      {data.questions.length === 0 && <p>{say('user.questions.none')}</p>}
      {data.questions.map(({ reference, topic, state, askedAt, question, enquiry, answers }) => (
        <details className="user-question" key={reference}>
          <summary>
            {lookUp(topics, topic)}
            <span className="field-hint">
              <time dateTime={askedAt}>{instant(askedAt)}</time> · {say(QUESTION_STATES[state])}
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
  const own = useOwn(securityCall, service);
  return (
    <Loaded own={own} rows={3} {...{ loginHref, say }}>
      {({ signIns }) => (
        <>
          <History signIns={signIns.slice(0, SHOWN_LOG_INS)} {...{ locale, lang, say }} />
          <p className="actions">
            <a className="button quiet" href={links.security}>
              {say('user.logIns.all')}
            </a>
          </p>
        </>
      )}
    </Loaded>
  );
}

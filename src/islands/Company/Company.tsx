import { useEffect, useState } from 'react';
import { type Companies, companyCall, joinCall, memberCall, registrationCall } from '../../contract/companies.ts';
import { countryName } from '../../i18n/countries.ts';
import { sendOwn } from '../../stores/profile.ts';
import { forgetInvitation, takeInvitation } from '../../visit/company.ts';
import { TextArea, TextField } from '../AccountForm/controls.tsx';
import { Fact, Facts, SaveForm, Section, sayIn } from '../Profile/parts.tsx';
import { Confirm, Setting, useAct } from '../Profile/Setting.tsx';
import { dayIn } from '../Profile/time.ts';
import { CompanyPage, type Inside, type Turn } from './CompanyPage.tsx';
import type { CompanyPageProps as Props } from './companyWords.ts';
import { Create, Registration } from './Registration.tsx';

/** The user's companies: one to create or to join, and what is registered of the one that is chosen. */
export default function Company(props: Props) {
  const invitation = useInvitation();
  const part = { ...props, invitation };
  return (
    <CompanyPage
      frame={props}
      rows={6}
      none={(companies, turn) => (
        <>
          <Invitations {...part} {...{ companies, turn }} />
          <Section id="create" title={sayIn(props)('company.create')} hint={sayIn(props)('company.create.about')}>
            <Create {...props} turn={turn} />
          </Section>
        </>
      )}
    >
      {(inside, turn) => (
        <>
          <Invitations {...part} companies={inside.companies} turn={turn} />
          <Overview {...props} {...{ inside, turn }} />
        </>
      )}
    </CompanyPage>
  );
}

/** The token of a link that the visitor has opened, also before the log-in. */
function useInvitation() {
  const [token, setToken] = useState('');
  useEffect(() => {
    const take = () => setToken(takeInvitation());
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  const drop = () => {
    forgetInvitation();
    setToken('');
  };
  return { token, drop };
}

function Invitations(
  props: Props & { companies: Companies; turn: Turn; invitation: ReturnType<typeof useInvitation> },
) {
  const { companies, turn, invitation, service, lang, site } = props;
  const say = sayIn(props);
  const { act, isBusy, failure } = useAct(say);
  const join = (json: object) =>
    act(
      () => sendOwn(joinCall, service, { method: 'post', json }),
      ({ id }) => {
        invitation.drop();
        turn(id, say('company.joined'));
      },
    );
  if (!invitation.token && companies.invitations.length === 0) return null;
  return (
    <Section id="invitations" title={say('company.invitations')}>
      {failure}
      {invitation.token && (
        <div className="company-row">
          <p>{say('company.invitation.link')}</p>
          <p className="setting-buttons">
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => void join({ token: invitation.token })}
            >
              {say('company.invitation.accept')}
            </button>
            <button type="button" className="button quiet" onClick={invitation.drop}>
              {say('company.invitation.decline')}
            </button>
          </p>
        </div>
      )}
      {companies.invitations.map(({ id, company, confirmed, expiresAt }) => (
        <div className="company-row" key={id}>
          <div>
            <h3>{company}</h3>
            <p>{say(confirmed ? 'company.confirmed' : 'company.unconfirmed', { site })}</p>
            <p className="setting-value">{say('company.invitation.until', { date: dayIn(lang)(expiresAt) })}</p>
          </div>
          <p className="setting-buttons">
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => void join({ invitation: id })}
            >
              {say('company.invitation.accept.name', { company })}
            </button>
          </p>
        </div>
      ))}
    </Section>
  );
}

function Overview(props: Props & { inside: Inside; turn: Turn }) {
  const { inside, turn, lang, locale, site } = props;
  const { overview, may, send } = inside;
  const { name, country, licence, authority, confirmed, description, website, contact, me } = overview;
  const say = sayIn(props);
  const nothing = say('account.notGiven');
  const facts = (
    <Facts>
      <Fact name={say('company.name')}>{name}</Fact>
      <Fact name={say('company.country')}>{countryName(country, locale) ?? country}</Fact>
      <Fact name={say('company.licence')}>{licence || nothing}</Fact>
      <Fact name={say('company.authority')}>{authority || nothing}</Fact>
      <Fact name={say('company.since')}>{dayIn(lang)(overview.createdAt)}</Fact>
    </Facts>
  );
  const profile = { description, website, contact };
  return (
    <>
      <Section id="registration" title={say('company.registration')}>
        <Setting
          name={say('company.state')}
          action={may('settings.changeRegistration') ? say('account.change') : null}
          value={say(confirmed ? 'company.state.confirmed' : 'company.state.unconfirmed', { site })}
          say={say}
        >
          {(close) => (
            <>
              <p className="field-notice">{say('company.registration.about', { site })}</p>
              <Registration
                {...props}
                id="registration"
                start={{ name, country, licence, authority }}
                send={(json) => send(registrationCall, { method: 'put', json })}
                onSaved={(saved) => {
                  inside.replace(saved);
                  close(say('company.registration.changed', { site }));
                }}
              />
            </>
          )}
        </Setting>
        {facts}
      </Section>
      <Section id="profile" title={say('company.profile')} hint={say('company.profile.about')}>
        {may('settings.editProfile') ? (
          <SaveForm
            id="profile"
            start={profile}
            send={(json) => send(companyCall, { method: 'put', json })}
            onSaved={inside.replace}
            quiet
            {...{ lang, say }}
          >
            <TextArea
              name="description"
              label={say('company.description')}
              hint={say('company.description.hint')}
              optional
            />
            <TextField name="website" label={say('company.website')} autoComplete="url" optional />
            <TextField
              name="contact"
              label={say('company.contact')}
              hint={say('company.contact.hint')}
              type="email"
              autoComplete="off"
              optional
            />
          </SaveForm>
        ) : (
          <Facts>
            <Fact name={say('company.description')}>
              <span className="user-text">{description || nothing}</span>
            </Fact>
            <Fact name={say('company.website')}>
              {website ? (
                <a href={website} rel="noopener noreferrer nofollow">
                  {website}
                </a>
              ) : (
                nothing
              )}
            </Fact>
            <Fact name={say('company.contact')}>{contact || nothing}</Fact>
          </Facts>
        )}
      </Section>
      <Section id="you" title={say('company.you')}>
        <Setting
          name={say(me.administrator ? 'company.you.administrator' : 'company.you.member')}
          action={say('company.leave')}
          value={me.administrator ? say('company.leave.last') : undefined}
          say={say}
        >
          {() => (
            <Confirm
              question={say('company.leave.question', { company: name })}
              yes={say('company.leave.yes')}
              send={() => send(memberCall, { method: 'delete', parameters: { member: me.member } })}
              onDone={() => turn('', say('company.left', { company: name }))}
              say={say}
            />
          )}
        </Setting>
        <Setting name={say('company.create.another')} action={say('company.create.action')} say={say}>
          {() => (
            <>
              <p className="field-hint">{say('company.create.about')}</p>
              <Create {...props} turn={turn} />
            </>
          )}
        </Setting>
      </Section>
    </>
  );
}

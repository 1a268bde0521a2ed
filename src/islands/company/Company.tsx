import { useEffect, useState } from 'react';
import { sendForUser } from '../../api/userCalls.ts';
import { forgetInvitation, takeInvitation } from '../../browserState/company.ts';
import { type Companies, companyCall, joinCall, memberCall, registrationCall } from '../../contract/companies.ts';
import { countryName } from '../../i18n/countries.ts';
import { TextArea, TextField } from '../formControls/controls.tsx';
import { Fact, Facts, SaveForm, Section, sayIn } from '../profile/parts.tsx';
import { Confirm, Setting, useAct } from '../profile/Setting.tsx';
import { dayIn } from '../time.ts';
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
          <Invitations {...part} companies={companies} turn={turn} />
          <Section
            id="create"
            title={sayIn(props)('company.overview.create')}
            hint={sayIn(props)('company.overview.create.about')}
          >
            <Create {...props} turn={turn} />
          </Section>
        </>
      )}
    >
      {(inside, turn) => (
        <>
          <Invitations {...part} companies={inside.companies} turn={turn} />
          <Overview {...props} inside={inside} turn={turn} />
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
      () => sendForUser(joinCall, service, { method: 'post', json }),
      ({ id }) => {
        invitation.drop();
        turn(id, say('company.overview.joined'));
      },
    );
  if (!invitation.token && companies.invitations.length === 0) return null;
  return (
    <Section id="invitations" title={say('company.overview.invitations')}>
      {failure}
      {invitation.token && (
        <div className="company-row">
          <p>{say('company.overview.invitation.link')}</p>
          <p className="setting-buttons">
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => void join({ token: invitation.token })}
            >
              {say('company.overview.invitation.accept')}
            </button>
            <button type="button" className="button quiet" onClick={invitation.drop}>
              {say('company.overview.invitation.decline')}
            </button>
          </p>
        </div>
      )}
      {companies.invitations.map(({ id, company, confirmed, expiresAt }) => (
        <div className="company-row" key={id}>
          <div>
            <h3>{company}</h3>
            <p>{say(confirmed ? 'company.frame.confirmed' : 'company.frame.unconfirmed', { site })}</p>
            <p className="setting-value">
              {say('company.overview.invitation.until', { date: dayIn(lang)(expiresAt) })}
            </p>
          </div>
          <p className="setting-buttons">
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => void join({ invitation: id })}
            >
              {say('company.overview.invitation.accept.name', { company })}
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
      <Fact name={say('company.fact.name')}>{name}</Fact>
      <Fact name={say('company.fact.country')}>{countryName(country, locale) ?? country}</Fact>
      <Fact name={say('company.fact.licence')}>{licence || nothing}</Fact>
      <Fact name={say('company.fact.authority')}>{authority || nothing}</Fact>
      <Fact name={say('company.since')}>{dayIn(lang)(overview.createdAt)}</Fact>
    </Facts>
  );
  const profile = { description, website, contact };
  return (
    <>
      <Section id="registration" title={say('company.overview.registration')}>
        <Setting
          name={say('company.overview.state')}
          action={may('settings.changeRegistration') ? say('account.change') : null}
          value={say(confirmed ? 'company.overview.state.confirmed' : 'company.overview.state.unconfirmed', { site })}
          say={say}
        >
          {(close) => (
            <>
              <p className="field-notice">{say('company.overview.registration.about', { site })}</p>
              <Registration
                {...props}
                id="registration"
                start={{ name, country, licence, authority }}
                send={(json) => send(registrationCall, { method: 'put', json })}
                onSaved={(saved) => {
                  inside.replace(saved);
                  close(say('company.overview.registration.changed', { site }));
                }}
              />
            </>
          )}
        </Setting>
        {facts}
      </Section>
      <Section id="profile" title={say('company.overview.profile')} hint={say('company.overview.profile.about')}>
        {may('settings.editProfile') ? (
          <SaveForm
            id="profile"
            start={profile}
            send={(json) => send(companyCall, { method: 'put', json })}
            onSaved={inside.replace}
            quiet
            lang={lang}
            say={say}
          >
            <TextArea
              name="description"
              label={say('company.fact.description')}
              hint={say('company.overview.description.hint')}
              optional
            />
            <TextField name="website" label={say('company.fact.website')} autoComplete="url" optional />
            <TextField
              name="contact"
              label={say('company.fact.contact')}
              hint={say('company.overview.contact.hint')}
              type="email"
              autoComplete="off"
              optional
            />
          </SaveForm>
        ) : (
          <Facts>
            <Fact name={say('company.fact.description')}>
              <span className="user-text">{description || nothing}</span>
            </Fact>
            <Fact name={say('company.fact.website')}>
              {website ? (
                <a href={website} rel="noopener noreferrer nofollow">
                  {website}
                </a>
              ) : (
                nothing
              )}
            </Fact>
            <Fact name={say('company.fact.contact')}>{contact || nothing}</Fact>
          </Facts>
        )}
      </Section>
      <Section id="you" title={say('company.overview.you')}>
        <Setting
          name={say(me.administrator ? 'company.overview.you.administrator' : 'company.overview.you.member')}
          action={say('company.overview.leave')}
          value={me.administrator ? say('company.overview.leave.last') : undefined}
          say={say}
        >
          {() => (
            <Confirm
              question={say('company.overview.leave.question', { company: name })}
              yes={say('company.overview.leave.yes')}
              send={() => send(memberCall, { method: 'delete', parameters: { member: me.member } })}
              onDone={() => turn('', say('company.overview.left', { company: name }))}
              say={say}
            />
          )}
        </Setting>
        <Setting name={say('company.overview.create.another')} action={say('company.overview.create.action')} say={say}>
          {() => (
            <>
              <p className="field-hint">{say('company.overview.create.about')}</p>
              <Create {...props} turn={turn} />
            </>
          )}
        </Setting>
      </Section>
    </>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  type AssignedApplication,
  applicationDecisionCall,
  applicationMemberCall,
  assignedApplicationCall,
  assignedApplicationsCall,
  DECISIONS,
} from '../../contract/companyWork.ts';
import { keysOf, MOST_ASKED, STATES } from '../../forms/lists.ts';
import { ROLE_WORDS, STATE_WORDS } from '../../forms/messageKeys.ts';
import { countryName } from '../../i18n/countries.ts';
import { $applicationLists, loadEntries } from '../../stores/applicationLists.ts';
import { RadioField, TextArea } from '../formControls/controls.tsx';
import { useFields } from '../formControls/field.ts';
import { Empty } from '../profile/Empty.tsx';
import { Fact, Facts, SaveForm, State, sayIn } from '../profile/parts.tsx';
import { Setting, useAnnouncement } from '../profile/Setting.tsx';
import { answersShown, contradicting, DICTIONARIES } from './applicationAnswers.ts';
import { type ApplicationsProps, isFinal } from './applicationWords.ts';
import { Lacking, type PanelProps } from './CompanyPage.tsx';
import { LicenseCheck } from './LicenseCheck.tsx';
import { Pages } from './more.tsx';
import { Products } from './Products.tsx';
import { listed, Reads } from './parts.tsx';
import { Handing, WorkEntry, WorkPage } from './work.tsx';

/** The applications for an account that are assigned to a company. */
export default function Applications(props: ApplicationsProps) {
  const say = sayIn(props);
  return (
    <WorkPage
      frame={props}
      id="applications"
      title={say('route.companyApplications')}
      about={say('company.applications.about')}
      states={STATES.map((value) => ({ value, text: say(STATE_WORDS[value].name) }))}
    >
      {(inside, state) => <List key={state} {...props} inside={inside} state={state} />}
    </WorkPage>
  );
}

function List(props: PanelProps<ApplicationsProps> & { state: string }) {
  const { inside, state, service, loginHref, locale } = props;
  const say = sayIn(props);
  return (
    <Pages
      described={assignedApplicationsCall}
      place={{ parameters: { company: inside.id }, query: { state } }}
      service={service}
      loginHref={loginHref}
      say={say}
    >
      {({ applications }, resource, isFirst) => (
        <>
          {applications.length === 0 && isFirst && (
            <Empty drawing="application" text={say('company.applications.none')} />
          )}
          {applications.map((application) => (
            <WorkEntry
              key={application.reference}
              frame={props}
              work={application}
              at={application.submittedAt}
              facts={[
                say(ROLE_WORDS[application.role].name),
                countryName(application.country, locale) ?? application.country,
              ]}
              state={
                <State is={application.state === 'approved' && 'good'}>
                  {say(STATE_WORDS[application.state].name)}
                </State>
              }
            >
              {() => <Detail {...props} application={application} changed={resource.refresh} />}
            </WorkEntry>
          ))}
        </>
      )}
    </Pages>
  );
}

/** Permissions to handle an application that one may read */
export const HANDLING_NEEDS = ['clients.assignApplications', 'clients.decideApplications'];

function Detail(
  props: PanelProps<ApplicationsProps> & { application: AssignedApplication; changed: () => Promise<void> },
) {
  const { inside, application, changed, service, lang, site } = props;
  const { reference } = application;
  const say = sayIn(props);
  const { entries } = useStore($applicationLists);
  const { announcement, announce } = useAnnouncement();
  useEffect(() => {
    for (const root of DICTIONARIES) void loadEntries(root, service);
  }, [service]);
  return (
    <Reads
      frame={props}
      inside={inside}
      described={assignedApplicationCall}
      place={{ parameters: { reference } }}
      rows={4}
    >
      {({ answers, asked, contradictions, files, license, opening }, resource) => (
        <>
          {contradictions.map((key) => (
            <p className="field-notice" key={key}>
              {say('company.application.contradiction', { names: listed(contradicting(key, props), lang) })}
            </p>
          ))}
          <Facts>
            {answersShown(answers, props, entries).map(({ label, value }) => (
              <Fact key={`${label} ${value}`} name={label}>
                <span className="user-text">{value}</span>
              </Fact>
            ))}
            {asked !== null && (
              <Fact name={say('company.application.asked')}>
                <span className="user-text">{asked}</span>
              </Fact>
            )}
          </Facts>
          {files.length > 0 && (
            <p className="field-hint">{say('company.application.files', { count: files.length, site })}</p>
          )}
          <Lacking frame={props} inside={inside} needs={HANDLING_NEEDS} />
          {inside.may('clients.assignApplications') && (
            <Handing frame={props} work={application} call={applicationMemberCall} onHanded={changed} />
          )}
          {inside.may('clients.decideApplications') && !isFinal(application.state) && (
            <Decision
              {...props}
              reference={reference}
              decided={async (words) => {
                await Promise.all([resource.refresh(), changed()]);
                announce(words);
              }}
            />
          )}
          {license && (
            <LicenseCheck
              {...props}
              license={license}
              reference={reference}
              mayDecide={inside.may('clients.decideApplications')}
              decided={resource.refresh}
            />
          )}
          {opening && (
            <Products
              {...props}
              opening={opening}
              reference={reference}
              mayDecide={inside.may('clients.decideApplications')}
              decided={async () => {
                await Promise.all([resource.refresh(), changed()]);
                announce(say('company.products.done'));
              }}
            />
          )}
          {announcement}
        </>
      )}
    </Reads>
  );
}

function Decision(
  props: PanelProps<ApplicationsProps> & { reference: string; decided: (words: string) => Promise<void> },
) {
  const { inside, reference, decided, lang } = props;
  const say = sayIn(props);
  return (
    <Setting name={say('company.decision')} action={say('company.decision')} say={say}>
      {(close) => (
        <>
          <p className="field-hint">{say('company.decision.about')}</p>
          <SaveForm
            id={`decide-${reference}`}
            start={{ decision: '', asked: '' }}
            send={({ decision, asked }) =>
              inside.send(applicationDecisionCall, {
                method: 'post',
                json: decision === 'ask' ? { decision, asked } : { decision },
                parameters: { reference },
              })
            }
            onSaved={({ state }) => {
              close();
              void decided(say('company.decision.done', { state: say(STATE_WORDS[state].name) }));
            }}
            action={say('company.decision.action')}
            lang={lang}
            say={say}
          >
            <RadioField
              name="decision"
              label={say('company.decision')}
              options={keysOf(DECISIONS).map((value) => ({ value, text: say(`company.decision.${value}`) }))}
            />
            <Asked {...props} />
          </SaveForm>
        </>
      )}
    </Setting>
  );
}

/** What the applicant is asked for, if that is the decision. */
function Asked(props: PanelProps<ApplicationsProps>) {
  const say = sayIn(props);
  const [decision] = useFields().useAnswer('decision');
  if (decision !== 'ask') return null;
  return (
    <TextArea
      name="asked"
      label={say('company.decision.asked')}
      hint={say('company.decision.asked.hint', { most: MOST_ASKED })}
    />
  );
}

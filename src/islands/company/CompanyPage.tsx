/** What the pages of a company share: the way between them, the company that is chosen, what the member may do in it. */
import { type ReactNode, useState } from 'react';
import { sendForUser, type UserChange } from '../../api/userCalls.ts';
import { chooseCompany, chosenCompany } from '../../browserState/company.ts';
import type { Call } from '../../contract/common.ts';
import { type Companies, type CompanyOverview, companiesCall, companyCall } from '../../contract/companies.ts';
import type { KeyPattern } from '../../i18n/messages.ts';
import { type FrameProps, Loaded, sayIn, useResource } from '../profile/parts.tsx';

export const COMPANY_FRAME_WORDS = ['company.frame.*', 'relogin.cancel', 'route.companyHome'] as const;
type FrameWord = (typeof COMPANY_FRAME_WORDS)[number];

export interface CompanyProps<K extends KeyPattern = never> extends FrameProps<K | FrameWord> {
  /** Name of the site */
  site: string;
  tabs: readonly { href: string; text: string; needs?: readonly string[] | undefined; current: boolean }[];
}

/** The company as its pages get it. */
export interface Inside {
  /** Id of the company */
  id: string;
  overview: CompanyOverview;
  companies: Companies;
  may: (permission: string) => boolean;
  replace: (overview: CompanyOverview) => void;
  /** Reads anew what the member may do */
  refresh: () => Promise<void>;
  /** Sends a change of the company; `parameters` are those of the path besides the company */
  send: <C extends Call>(described: C, request: UserChange) => ReturnType<typeof sendForUser<C>>;
}

/** Shows another company, or none, and says why. */
export type Turn = (id: string, announcement: string) => void;

/** A page of a company. `none`: what a user without a company sees. */
export function CompanyPage({
  frame,
  rows,
  none,
  children,
}: {
  frame: CompanyProps;
  rows: number;
  none?: (companies: Companies, turn: Turn) => ReactNode;
  children: (inside: Inside, turn: Turn) => ReactNode;
}) {
  const { service, loginHref, tabs } = frame;
  const say = sayIn(frame);
  const companies = useResource(companiesCall, service);
  const [chosen, setChosen] = useState(chosenCompany);
  const [announcement, setAnnouncement] = useState('');
  const turn: Turn = (id, words) => {
    chooseCompany(id);
    setChosen(id);
    setAnnouncement(words);
    void companies.refresh();
  };
  return (
    <>
      {companies.read.status !== 'read' && <Tabs tabs={tabs} name={say('route.companyHome')} />}
      <Loaded resource={companies} {...{ rows, loginHref, say }}>
        {(data) => {
          const company = data.companies.find(({ id }) => id === chosen) ?? data.companies[0];
          const status = (
            <p className="company-said" role="status">
              {announcement}
            </p>
          );
          if (!company) {
            const [home] = tabs;
            return (
              <>
                {status}
                {none?.(data, turn) ?? (
                  <>
                    <p>{say('company.frame.none')}</p>
                    <p className="actions">
                      <a className="button" href={home?.href}>
                        {say('company.frame.none.action')}
                      </a>
                    </p>
                  </>
                )}
              </>
            );
          }
          return (
            <Chosen key={company.id} {...{ frame, rows, turn, status }} id={company.id} companies={data}>
              {children}
            </Chosen>
          );
        }}
      </Loaded>
    </>
  );
}

function Tabs({ tabs, name }: { tabs: CompanyProps['tabs']; name: string }) {
  return (
    <nav className="profile-tabs" aria-label={name}>
      {tabs.map(({ href, text, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function Chosen({
  frame,
  rows,
  turn,
  status,
  id,
  companies,
  children,
}: {
  frame: CompanyProps;
  rows: number;
  turn: Turn;
  status: ReactNode;
  id: string;
  companies: Companies;
  children: (inside: Inside, turn: Turn) => ReactNode;
}) {
  const { service, loginHref, tabs, site } = frame;
  const say = sayIn(frame);
  const resource = useResource(companyCall, service, { parameters: { company: id } });
  const held = resource.read.status === 'read' ? resource.read.data.me.permissions : null;
  const isOpen = ({ needs }: { needs?: readonly string[] | undefined }) =>
    needs === undefined || held === null || needs.some((need) => held.includes(need));
  return (
    <>
      <Tabs tabs={tabs.filter(isOpen)} name={say('route.companyHome')} />
      {status}
      <Loaded resource={resource} {...{ rows, loginHref, say }}>
        {(overview) => {
          const may = (permission: string) => overview.me.permissions.includes(permission);
          const inside: Inside = {
            id,
            overview,
            companies,
            may,
            replace: resource.replace,
            refresh: resource.refresh,
            send: (described, request) =>
              sendForUser(described, service, { ...request, parameters: { ...request.parameters, company: id } }),
          };
          return (
            <>
              <div className="company-bar">
                <p>
                  <strong>{overview.name}</strong>{' '}
                  <span className="company-state" data-confirmed={overview.confirmed || undefined}>
                    {say(overview.confirmed ? 'company.frame.confirmed' : 'company.frame.unconfirmed', { site })}
                  </span>
                </p>
                {companies.companies.length > 1 && (
                  <label>
                    {say('company.frame.choose')}
                    <select className="input" value={id} onChange={({ target }) => turn(target.value, '')}>
                      {companies.companies.map((company) => (
                        <option key={company.id} value={company.id}>
                          {company.name}
                        </option>
                      ))}
                    </select>
                  </label>
                )}
              </div>
              {tabs.some((tab) => tab.current && isOpen(tab)) ? (
                children(inside, turn)
              ) : (
                <p className="field-notice">{say('company.frame.notPermitted')}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

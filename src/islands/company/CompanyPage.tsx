/** What the pages of a company share: the company that is chosen, at their head; what the member may do in it. */
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { sendForUser, type UserChange } from '../../api/userCalls.ts';
import { chooseCompany, chosenCompany } from '../../browserState/company.ts';
import type { Call } from '../../contract/common.ts';
import {
  type Companies,
  type CompanyOverview,
  companiesCall,
  companyCall,
  grantMadeCall,
} from '../../contract/companies.ts';
import { initialsOf } from '../../i18n/initials.ts';
import type { KeyPattern } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { Empty } from '../profile/Empty.tsx';
import { type FrameProps, Loaded, State, sayIn, useResource } from '../profile/parts.tsx';
import { useAct } from '../profile/Setting.tsx';

export const COMPANY_FRAME_WORDS = [
  'company.frame.*',
  'relogin.cancel',
  'route.companyHome',
  'route.companyPermissions',
] as const;
type FrameWord = (typeof COMPANY_FRAME_WORDS)[number];

export interface CompanyProps<K extends KeyPattern = never> extends FrameProps<K | FrameWord> {
  /** Name of the site */
  site: string;
  /** Permissions of which the page needs one; none if everybody may see it */
  needs: readonly string[];
  /** The names of these, and of others that may be lacking on the page */
  permissionNames: Readonly<Record<string, string>>;
  links: { company: string; permissions: string };
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
/** The props of a panel: those of its page, and the company. */
export type PanelProps<PageProps> = PageProps & { inside: Inside };

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
  const { service, loginHref, links } = frame;
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
    <Loaded resource={companies} rows={rows} loginHref={loginHref} say={say}>
      {(data) => {
        const company = data.companies.find(({ id }) => id === chosen) ?? data.companies[0];
        const status = (
          <p className="company-said" role="status">
            {announcement}
          </p>
        );
        if (!company) {
          return (
            <>
              {status}
              {none?.(data, turn) ?? (
                <Empty drawing="company" text={say('company.frame.none')}>
                  <a className="button" href={links.company}>
                    {say('company.frame.none.action')}
                  </a>
                </Empty>
              )}
            </>
          );
        }
        return (
          <>
            <Head frame={frame} turn={turn} company={company} companies={data} />
            {status}
            <Chosen key={company.id} frame={frame} rows={rows} turn={turn} id={company.id} companies={data}>
              {children}
            </Chosen>
          </>
        );
      }}
    </Loaded>
  );
}

/** Which company it is, at the head of the page (components/profile/MemberFrame.astro). */
function Head({
  frame,
  companies: { companies },
  company: { id, name, confirmed },
  turn,
}: {
  frame: CompanyProps;
  companies: Companies;
  company: Companies['companies'][number];
  turn: Turn;
}) {
  const say = sayIn(frame);
  const place = document.querySelector('.member-who');
  if (!place) return null;
  return createPortal(
    <div className="company-bar">
      <span className="avatar user-initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <strong className={companies.length > 1 ? 'unseen' : undefined}>{name}</strong>
      {companies.length > 1 && (
        <select
          className="input"
          aria-label={say('company.frame.choose')}
          value={id}
          onChange={({ target }) => turn(target.value, '')}
        >
          {companies.map((company) => (
            <option key={company.id} value={company.id}>
              {company.name}
            </option>
          ))}
        </select>
      )}
      <State is={confirmed && 'good'}>
        {say(confirmed ? 'company.frame.confirmed' : 'company.frame.unconfirmed', { site: frame.site })}
      </State>
    </div>,
    place,
  );
}

/** Shows of the navigation what the member may open or may grant to themself, and the counts. */
function useNavigation(overview: CompanyOverview | null, members: number): void {
  useEffect(() => {
    if (!overview) return;
    const { permissions, administrator } = overview.me;
    const counts = { members, ...overview.waiting };
    for (const section of document.querySelectorAll<HTMLElement>('.member-nav li')) {
      const needs = section.dataset.needs?.split(' ');
      section.hidden = needs !== undefined && !administrator && !needs.some((need) => permissions.includes(need));
      const count = section.querySelector<HTMLElement>('[data-counts]');
      if (count) count.textContent = String(lookUp(counts, count.dataset.counts ?? '') || '');
    }
  }, [overview, members]);
}

function Chosen({
  frame,
  rows,
  turn,
  id,
  companies,
  children,
}: {
  frame: CompanyProps;
  rows: number;
  turn: Turn;
  id: string;
  companies: Companies;
  children: (inside: Inside, turn: Turn) => ReactNode;
}) {
  const { service, loginHref, needs } = frame;
  const say = sayIn(frame);
  const resource = useResource(companyCall, service, { parameters: { company: id } });
  const read = resource.read.status === 'read' ? resource.read.data : null;
  useNavigation(read, companies.companies.find((company) => company.id === id)?.members ?? 0);
  return (
    <Loaded resource={resource} rows={rows} loginHref={loginHref} say={say}>
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
        if (needs.length === 0 || needs.some(may)) return children(inside, turn);
        return <Lacking frame={frame} inside={inside} needs={needs} text={say('company.frame.notPermitted')} />;
      }}
    </Loaded>
  );
}

/**
 * What a member without some permissions sees in place of what needs them: an administrator grants them here, another
 * member reads `text`.
 */
export function Lacking({
  frame,
  inside: { overview, may, send, refresh },
  needs,
  text,
}: {
  frame: CompanyProps;
  inside: Inside;
  needs: readonly string[];
  text?: string;
}) {
  const say = sayIn(frame);
  const { me } = overview;
  const { act, isBusy, failure } = useAct(say);
  const [granted, setGranted] = useState<readonly string[]>([]);
  const lacking = needs.filter((id) => !may(id));
  if (lacking.length === 0) return null;
  if (!me.administrator) return text ? <p className="field-notice">{text}</p> : null;
  const grant = (permission: string) =>
    act(
      () =>
        send(grantMadeCall, {
          method: 'post',
          json: { subject: { kind: 'member', id: me.member }, permission, effect: 'allow', until: null },
        }),
      () => void refresh().then(() => setGranted([...granted, permission])),
    );
  // What is granted and lacks all the same: a denial or a permission that excludes it is stronger.
  const isDenied = lacking.some((id) => granted.includes(id));
  return (
    <div className="field-notice">
      <p role="status">{say(isDenied ? 'company.frame.stillDenied' : 'company.frame.lacking')}</p>
      {failure}
      <p className="setting-buttons">
        {lacking
          .filter((id) => !granted.includes(id))
          .map((id) => (
            <button
              key={id}
              type="button"
              className="button quiet"
              aria-disabled={isBusy}
              onClick={() => void grant(id)}
            >
              {say('company.frame.allow', { permission: lookUp(frame.permissionNames, id) ?? id })}
            </button>
          ))}
        {isDenied && <a href={frame.links.permissions}>{say('route.companyPermissions')}</a>}
      </p>
    </div>
  );
}

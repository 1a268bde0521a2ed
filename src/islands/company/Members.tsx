import { useState } from 'react';
import {
  type CompanyMember,
  invitationCall,
  invitationMadeCall,
  invitationsCall,
  type Members as MembersData,
  memberCall,
  membersCall,
} from '../../contract/companies.ts';
import { initialsOf } from '../../i18n/initials.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { SelectField, TextField } from '../formControls/controls.tsx';
import { EmailAddress, SaveForm, Section, sayIn } from '../profile/parts.tsx';
import { Confirm, Setting, useAct } from '../profile/Setting.tsx';
import { dayIn } from '../time.ts';
import { CompanyPage, type Inside, type PanelProps } from './CompanyPage.tsx';
import type { MembersProps as Props } from './companyWords.ts';
import { Pages } from './more.tsx';
import {
  answersOf,
  optionsOf,
  Pick,
  type Placed,
  Placement,
  placedOf,
  Reads,
  Search,
  type Staff,
  WithStaff,
} from './parts.tsx';

/** Who is in the company and where, and who is invited. */
export default function Members(props: Props) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => (
        <WithStaff frame={props} inside={inside}>
          {(staff) => <Lists {...props} {...staff} inside={inside} />}
        </WithStaff>
      )}
    </CompanyPage>
  );
}

type MemberPanelProps = PanelProps<Props & Staff>;

/** From this number of members on, a list is filtered. */
const FEWEST_FILTERED = 10;
const FILTERS = ['search', 'department', 'role'] as const;
type Filter = Record<(typeof FILTERS)[number], string>;

function Lists(props: MemberPanelProps) {
  const { inside, service, loginHref, tree, roles } = props;
  const say = sayIn(props);
  const [filter, setFilter] = useState<Filter>(() => {
    const query = new URLSearchParams(location.search);
    return { search: '', department: query.get('department') ?? '', role: query.get('role') ?? '' };
  });
  const { companies } = inside.companies;
  const isFiltered =
    (companies.find(({ id }) => id === inside.id)?.members ?? 0) >= FEWEST_FILTERED ||
    Object.values(filter).some((value) => value !== '');
  const filtered = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  return (
    <>
      <Section id="members" title={say('route.companyMembers')} isPage>
        {isFiltered && (
          <Search
            id="members-search"
            label={say('company.search.label')}
            action={say('company.search.action')}
            value={filter.search}
            onSearch={(search) => filtered({ search })}
          >
            <Pick
              id="members-department"
              label={say('company.staff.department')}
              value={filter.department}
              options={optionsOf(tree)}
              empty={say('company.members.departments.all')}
              onPick={(department) => filtered({ department })}
            />
            <Pick
              id="members-role"
              label={say('company.staff.role')}
              value={filter.role}
              options={roles.map(({ id, name }) => ({ value: id, text: name }))}
              empty={say('company.members.roles.all')}
              onPick={(role) => filtered({ role })}
            />
          </Search>
        )}
        <Pages
          key={JSON.stringify(filter)}
          described={membersCall}
          place={{ parameters: { company: inside.id }, query: { ...filter } }}
          service={service}
          loginHref={loginHref}
          say={say}
        >
          {(data, resource, isFirst) => (
            <>
              {isFirst && (
                <p className="company-count" role="status">
                  {data.total === 0 ? say('company.search.none') : say('company.memberCount', { count: data.total })}
                </p>
              )}
              <MemberList {...props} data={data} replace={resource.replace} />
            </>
          )}
        </Pages>
      </Section>
      {inside.may('staff.inviteMembers') && <Invitations {...props} />}
    </>
  );
}

function MemberList(props: MemberPanelProps & { data: MembersData; replace: (data: MembersData) => void }) {
  const { data, replace } = props;
  const say = sayIn(props);
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      {data.members.map((member) => (
        <Member
          key={member.id}
          {...props}
          member={member}
          change={(changed) =>
            replace({ ...data, members: data.members.map((item) => (item.id === member.id ? changed : item)) })
          }
          removed={() => {
            setAnnouncement(say('company.members.removed', { name: member.nickname }));
            replace({ ...data, members: data.members.filter(({ id }) => id !== member.id), total: data.total - 1 });
          }}
        />
      ))}
      <p className="setting-said" role="status">
        {announcement}
      </p>
    </>
  );
}

function Member(
  props: MemberPanelProps & { member: CompanyMember; change: (member: CompanyMember) => void; removed: () => void },
) {
  const { inside, member, tree, roles, change, removed, lang, links } = props;
  const { may, overview, send } = inside;
  const say = sayIn(props);
  const { id, nickname, email, department, administrator } = member;
  const isMe = id === overview.me.member;
  const where = optionsOf(tree).find(({ value }) => value === department)?.text;
  const held = roles.filter((role) => member.roles.includes(role.id)).map(({ name }) => name);
  const since = say('company.members.since', { date: dayIn(lang)(member.joinedAt) });
  const words = [
    isMe && say('company.members.you'),
    administrator && say('company.administrator'),
    where,
    ...held,
    since,
  ];
  const mayPlace = may('staff.placeMembers') || may('staff.assignRoles') || overview.me.administrator;
  // Of an administrator, only another one decides.
  const mayRemove = may('staff.removeMembers') && !isMe && (!administrator || overview.me.administrator);
  const query = new URLSearchParams({ member: id, search: nickname });
  return (
    <Setting
      name={nickname}
      face={initialsOf(nickname)}
      action={mayPlace || mayRemove ? say('account.change') : null}
      others={
        may('staff.viewPermissions')
          ? () => (
              <a className="button quiet" href={`${links.permissions}?${query}`}>
                {say('company.members.permissions')}
                <span className="unseen">: {nickname}</span>
              </a>
            )
          : undefined
      }
      value={
        <>
          <p>
            <EmailAddress address={email} />
          </p>
          <p>{words.filter(Boolean).join(' · ')}</p>
        </>
      }
      say={say}
    >
      {(close) => (
        <>
          {mayPlace && (
            <SaveForm
              id={`member-${id}`}
              start={answersOf(member)}
              send={(answers) =>
                send(memberCall, {
                  method: 'put',
                  json: permitted(placedOf(answers), inside),
                  parameters: { member: id },
                })
              }
              onSaved={(_, answers) => {
                change({ ...member, ...permitted(placedOf(answers), inside) } as CompanyMember);
                close(say('company.members.saved'));
                if (isMe) void inside.refresh();
              }}
              lang={lang}
              say={say}
            >
              <Placement inside={inside} tree={tree} roles={roles} say={say} />
            </SaveForm>
          )}
          {mayRemove && (
            <Setting name={say('company.members.remove')} action={say('company.members.remove')} say={say}>
              {() => (
                <Confirm
                  question={say('company.members.remove.question', { name: nickname, company: overview.name })}
                  yes={say('company.members.remove.yes')}
                  send={() => send(memberCall, { method: 'delete', parameters: { member: id } })}
                  onDone={removed}
                  say={say}
                />
              )}
            </Setting>
          )}
        </>
      )}
    </Setting>
  );
}

/** The parts of a placement that the user may change. */
const permitted = ({ department, roles, administrator }: Placed, { may, overview }: Inside): Partial<Placed> => ({
  ...(may('staff.placeMembers') && { department }),
  ...(may('staff.assignRoles') && { roles }),
  ...(overview.me.administrator && { administrator }),
});

const NOWHERE: Placed = { department: null, roles: [], administrator: false };

function Invitations(props: MemberPanelProps) {
  const { inside, locale, lang, tree, roles } = props;
  const { send, overview } = inside;
  const say = sayIn(props);
  const { act, isBusy, failure } = useAct(say);
  const [announcement, setAnnouncement] = useState('');
  return (
    <Section
      id="invite"
      title={say('company.members.invite')}
      hint={say('company.members.invite.about', { company: overview.name })}
    >
      <Reads frame={props} inside={inside} described={invitationsCall}>
        {({ invitations, mail }, resource) => (
          <>
            {!mail && <p className="field-notice">{say('company.members.invite.noMail')}</p>}
            <SaveForm
              id="invite"
              start={{ email: '', locale, ...answersOf(NOWHERE) }}
              send={({ email, locale: language, ...answers }) =>
                send(invitationMadeCall, {
                  method: 'post',
                  json: { email, locale: language, ...NOWHERE, ...permitted(placedOf(answers), inside) },
                })
              }
              onSaved={(_, { email }) => {
                setAnnouncement(say('company.members.invited', { email: String(email).trim() }));
                void resource.refresh();
              }}
              action={say('company.members.invite.action')}
              forgets
              lang={lang}
              say={say}
            >
              <TextField name="email" label={say('account.email')} type="email" autoComplete="off" />
              <SelectField
                name="locale"
                label={say('company.members.invite.language')}
                hint={say('company.members.invite.language.hint')}
                options={Object.entries(LOCALES).map(([value, { name }]) => ({ value, text: name }))}
              />
              <Placement inside={inside} tree={tree} roles={roles} say={say} />
            </SaveForm>
            <p className="setting-said" role="status">
              {announcement}
            </p>
            <h3 className="company-heading">{say('company.members.invited.waiting')}</h3>
            {failure}
            {invitations.length === 0 && <p className="field-hint">{say('company.members.invited.none')}</p>}
            {invitations.map(({ id, email, expiresAt }) => (
              <div className="company-row" key={id}>
                <div>
                  <p>
                    <EmailAddress address={email} />
                  </p>
                  <p className="setting-value">
                    {say('company.members.invited.until', { date: dayIn(lang)(expiresAt) })}
                  </p>
                </div>
                <p className="setting-buttons">
                  <button
                    type="button"
                    className="button quiet"
                    aria-disabled={isBusy}
                    onClick={() =>
                      void act(
                        () => send(invitationCall, { method: 'delete', parameters: { id } }),
                        () => {
                          setAnnouncement(say('company.members.invited.cancelled', { email }));
                          resource.replace({
                            mail,
                            invitations: invitations.filter((invitation) => invitation.id !== id),
                          });
                        },
                      )
                    }
                  >
                    {say('company.members.invited.cancel')}
                    <span className="unseen">: {email}</span>
                  </button>
                </p>
              </div>
            ))}
          </>
        )}
      </Reads>
    </Section>
  );
}

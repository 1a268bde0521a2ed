import { type ReactNode, useEffect, useState } from 'react';
import { membersCall } from '../../contract/companies.ts';
import { EmailAddress, Loaded, Section, useResource } from '../profile/parts.tsx';
import type { PermissionsPanelProps, Subject } from './companyWords.ts';
import { GrantedTo } from './Grants.tsx';
import { optionsOf, Pick, Search } from './parts.tsx';

/** Whose permissions are shown: a department, a role or a member; for those who may see no others', their own. */
export function Subjects(part: PermissionsPanelProps) {
  const { inside, tree, roles, say } = part;
  const [subject, setSubject] = useState<Subject | null>(null);
  const [asked, setAsked] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { search: query.get('search') ?? '', member: query.get('member') ?? '' };
  });
  const viewer: Subject = { kind: 'member', id: inside.overview.me.member, name: say('company.subject.own') };
  if (!inside.may('staff.viewPermissions')) return <GrantedTo {...part} subject={viewer} />;

  const options = {
    department: optionsOf(tree),
    role: roles.map(({ id, name }) => ({ value: id, text: name })),
  };
  const picker = (kind: keyof typeof options, label: string): ReactNode => (
    <Pick
      id={`subject-${kind}`}
      label={label}
      value={subject?.kind === kind ? subject.id : ''}
      options={options[kind]}
      empty={say('company.subject.choose')}
      onPick={(id) => {
        const name = options[kind].find(({ value }) => value === id)?.text;
        setSubject(name === undefined ? null : { kind, id, name });
      }}
    />
  );
  return (
    <>
      <Section id="subject" title={say('company.subject')} hint={say('company.subject.about')}>
        <div className="company-search">
          {picker('department', say('company.staff.department'))}
          {picker('role', say('company.staff.role'))}
        </div>
        {inside.may('staff.viewMembers') && (
          <>
            <Search
              id="subject-search"
              label={say('company.search.label')}
              action={say('company.search.action')}
              value={asked.search}
              onSearch={(search) => setAsked({ search, member: '' })}
            />
            {asked.search && <Found {...part} key={asked.search} asked={asked} subject={subject} onPick={setSubject} />}
          </>
        )}
      </Section>
      {subject && <GrantedTo {...part} key={`${subject.kind} ${subject.id}`} subject={subject} />}
    </>
  );
}

/** The members that a search has found. One that the address names is chosen. */
function Found({
  inside,
  service,
  loginHref,
  say,
  asked: { search, member: named },
  subject,
  onPick,
}: PermissionsPanelProps & {
  asked: { search: string; member: string };
  subject: Subject | null;
  onPick: (subject: Subject) => void;
}) {
  const resource = useResource(membersCall, service, { parameters: { company: inside.id }, query: { search } });
  const members = resource.read.status === 'read' ? resource.read.data.members : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the members are there
  useEffect(() => {
    const found = members?.find(({ id }) => id === named);
    if (found) onPick({ kind: 'member', id: found.id, name: found.nickname });
  }, [members, named]);
  return (
    <Loaded resource={resource} rows={2} loginHref={loginHref} say={say}>
      {(data) => (
        <>
          {data.members.length === 0 && <p role="status">{say('company.search.none')}</p>}
          <div className="choices">
            {data.members.map(({ id, nickname, email }) => (
              <div className="choice" key={id}>
                <input
                  id={`subject-${id}`}
                  type="radio"
                  name="subject-member"
                  checked={subject?.kind === 'member' && subject.id === id}
                  onChange={() => onPick({ kind: 'member', id, name: nickname })}
                />
                <label htmlFor={`subject-${id}`}>
                  {nickname}{' '}
                  <span className="company-quiet">
                    <EmailAddress address={email} />
                  </span>
                </label>
              </div>
            ))}
          </div>
        </>
      )}
    </Loaded>
  );
}

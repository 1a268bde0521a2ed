import { type ReactNode, useState } from 'react';
import {
  type CompanyGrant,
  grantMadeCall,
  grantsCall,
  type MemberPermissions,
  memberPermissionsCall,
  type PermissionDecision,
} from '../../contract/companies.ts';
import type { ListedPermission } from '../../contract/permissionList.ts';
import { RadioField } from '../formControls/controls.tsx';
import { SaveForm, Section } from '../profile/parts.tsx';
import type { Close } from '../profile/Setting.tsx';
import type { PermissionsPanelProps, Subject } from './companyWords.ts';
import { Exceptions } from './Exceptions.tsx';
import { PermissionGroups, PermissionRow } from './PermissionRows.tsx';
import { LastDay, listed, Reads, untilOf } from './parts.tsx';

interface Granted {
  subject: Subject;
  /** What is granted to the subject itself, by permission */
  grants: ReadonlyMap<string, CompanyGrant>;
  /** Of a member: what they may do, and why */
  why: MemberPermissions | null;
  /** Called after a change of a grant, and of what follows from it */
  change: (permission: string, grant: CompanyGrant | null) => void;
  /** Whether the user may grant a permission */
  mayGrant: (permission: string) => boolean;
}

/** What is granted to or denied a subject and, of a member, what they may do and why. */
export function GrantedTo(part: PermissionsPanelProps & { subject: Subject }) {
  const { inside, subject, say } = part;
  const { kind, id } = subject;
  const ofMember = (member: string) => ({ parameters: { member } });
  const { administrator, member: me } = inside.overview.me;
  const mayAssign = inside.may('staff.assignPermissions');

  const shown = (granted: Pick<Granted, 'why' | 'mayGrant'>, refresh: () => Promise<void>): ReactNode =>
    inside.may('staff.viewPermissions') ? (
      <Reads frame={part} inside={inside} described={grantsCall} place={{ query: { kind, id } }}>
        {({ grants }, resource) => (
          <Catalogue
            {...part}
            {...granted}
            grants={new Map(grants.map((grant) => [grant.permission, grant]))}
            change={(permission, grant) => {
              resource.replace({
                grants: [...grants.filter((grant) => grant.permission !== permission), ...(grant ? [grant] : [])],
              });
              void refresh();
            }}
          />
        )}
      </Reads>
    ) : (
      <Catalogue {...part} {...granted} grants={new Map()} change={() => {}} />
    );
  const withWhy = (mayGrant: Granted['mayGrant']): ReactNode =>
    kind === 'member' ? (
      <Reads frame={part} inside={inside} described={memberPermissionsCall} place={ofMember(id)}>
        {(why, { refresh }) => (
          <>
            {shown({ why, mayGrant }, refresh)}
            <Exceptions {...part} why={why} refresh={refresh} member={id} />
          </>
        )}
      </Reads>
    ) : (
      shown({ why: null, mayGrant }, async () => {})
    );
  return (
    <Section
      id="granted"
      title={subject.name}
      hint={kind === 'member' && id === me ? say('company.subject.own.about') : say(`company.subject.${kind}`)}
    >
      {administrator || !mayAssign ? (
        withWhy(() => mayAssign)
      ) : (
        <Reads frame={part} inside={inside} described={memberPermissionsCall} place={ofMember(me)}>
          {({ decisions }) =>
            withWhy((permission) =>
              decisions.some((decision) => decision.permission === permission && decision.allowed),
            )
          }
        </Reads>
      )}
    </Section>
  );
}

/** The catalogue by group: a search in it, and what is granted. */
function Catalogue(props: PermissionsPanelProps & Granted) {
  const { list, grants, why, say } = props;
  const [search, setSearch] = useState('');
  const [only, setOnly] = useState(props.why !== null);
  const decisions = new Map(why?.decisions.map((decision) => [decision.permission, decision]));
  const wanted = search.normalize('NFKC').toLowerCase();
  const isShown = ({ id, name, allows }: ListedPermission) =>
    (!only || grants.has(id) || decisions.has(id)) &&
    [id, name, allows].some((text) => text.normalize('NFKC').toLowerCase().includes(wanted));
  const groups = list
    .map(({ permissions, ...group }) => ({ ...group, permissions: permissions.filter(isShown) }))
    .filter(({ permissions }) => permissions.length > 0);
  const count = groups.reduce((sum, { permissions }) => sum + permissions.length, 0);
  return (
    <>
      <div className="company-search">
        <div>
          <label htmlFor="permissions-search">{say('company.permissions.search')}</label>
          <input
            id="permissions-search"
            type="search"
            className="input"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <div className="choice">
          <input
            id="permissions-only"
            type="checkbox"
            checked={only}
            onChange={({ target }) => setOnly(target.checked)}
          />
          <label htmlFor="permissions-only">{say('company.permissions.only')}</label>
        </div>
      </div>
      <p className="company-count" role="status">
        {only && count === 0 ? say('company.permissions.only.none') : say('company.permissions.found', { count })}
      </p>
      <PermissionGroups
        list={groups}
        // A search, or a short list, shows what it has found.
        isOpen={wanted !== '' || only}
        row={(permission) => (
          <Row key={permission.id} {...props} permission={permission} decision={decisions.get(permission.id)} />
        )}
      />
    </>
  );
}

function Row(
  props: PermissionsPanelProps & Granted & { permission: ListedPermission; decision: PermissionDecision | undefined },
) {
  const { permission, decision, grants, subject, change, mayGrant, inside, nameOf, lang, say, why, site } = props;
  const { id } = permission;
  const grant = grants.get(id);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const form = (close: Close) => (
    <SaveForm
      id={`grant-${id.replace('.', '-')}`}
      start={{ effect: grant?.effect ?? 'allow', day: '' }}
      send={({ effect, day }) =>
        inside.send(grantMadeCall, {
          method: 'post',
          json: {
            subject: { kind: subject.kind, id: subject.id },
            permission: id,
            effect,
            until: effect === 'clear' ? null : untilOf(day),
          },
        })
      }
      onSaved={(data, { effect, day }) => {
        setConflicts(data.conflicts.map((conflict) => conflict.permission));
        const made = { id: '', subject, permission: id, until: untilOf(day), by: '', at: '' };
        change(id, effect === 'allow' || effect === 'deny' ? { ...made, effect } : null);
        close(say('company.grant.saved'));
      }}
      action={say('company.grant.save')}
      lang={lang}
      say={say}
    >
      <RadioField
        name="effect"
        label={say('company.grant.effect')}
        options={[
          { value: 'allow', text: say('company.grant.allow') },
          { value: 'deny', text: say('company.grant.deny'), hint: say('company.grant.deny.about') },
          ...(grant ? [{ value: 'clear', text: say('company.grant.clear') }] : []),
        ]}
      />
      <LastDay name="day" label={say('company.lastDay')} hint={say('company.lastDay.hint')} />
    </SaveForm>
  );
  return (
    <PermissionRow
      permission={permission}
      decision={decision}
      nameOf={nameOf}
      lang={lang}
      site={site}
      say={say}
      grant={why === null ? grant : undefined}
      change={mayGrant(id) ? form : undefined}
    >
      {conflicts.length > 0 && (
        <p className="field-notice" role="alert">
          {say('company.grant.conflicts', {
            count: conflicts.length,
            names: listed([...new Set(conflicts)].map(nameOf), lang),
          })}
        </p>
      )}
    </PermissionRow>
  );
}

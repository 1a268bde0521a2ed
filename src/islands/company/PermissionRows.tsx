/** What permissions allow, by group, and what is granted or decided. */
import { type ReactNode, useState } from 'react';
import type { CompanyGrant, PermissionDecision } from '../../contract/companies.ts';
import type { ListedPermission, PermissionList } from '../../contract/permissionList.ts';
import { type Close, Setting } from '../profile/Setting.tsx';
import { lastDayIn } from '../time.ts';
import type { Wording } from './companyWords.ts';
import { listed } from './parts.tsx';
import { Why } from './Why.tsx';

/** The groups of the catalogue, each with its permissions once it is open. `isOpen`: whether they are from the start. */
export function PermissionGroups({
  list,
  isOpen,
  row,
}: {
  list: PermissionList;
  isOpen: boolean;
  row: (permission: ListedPermission) => ReactNode;
}) {
  return list.map(({ id, name, permissions }) => (
    <Group key={`${id} ${isOpen}`} name={name} count={permissions.length} isOpen={isOpen}>
      {() => permissions.map(row)}
    </Group>
  ));
}

function Group({
  name,
  count,
  isOpen,
  children,
}: {
  name: string;
  count: number;
  isOpen: boolean;
  children: () => ReactNode;
}) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details className="company-group" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name} <span className="company-quiet">{count}</span>
      </summary>
      {open && children()}
    </details>
  );
}

/**
 * A permission. `grant`: what is granted to or denied the subject itself. `decision`: of a member, and why. `change`:
 * what its button opens.
 */
export function PermissionRow({
  permission: { name, allows, finger, excludes = [] },
  grant,
  decision,
  change,
  site,
  children,
  ...wording
}: Wording & {
  permission: ListedPermission;
  grant?: CompanyGrant | undefined;
  decision?: PermissionDecision | undefined;
  change?: ((close: Close) => ReactNode) | undefined;
  /** Name of the site */
  site: string;
  children?: ReactNode;
}) {
  const { nameOf, lang, zone, say } = wording;
  const isOver = grant?.until != null && Date.parse(grant.until) <= Date.now();
  const until = grant?.until ? { date: lastDayIn(lang, zone)(grant.until) } : null;
  return (
    <Setting
      name={name}
      action={change ? say('account.change') : null}
      value={
        <>
          <p>{allows}</p>
          <p>{finger ? say('company.grant.finger', { site }) : say('company.grant.partner')}</p>
          {excludes.length > 0 && <p>{say('company.grant.excludes', { names: listed(excludes.map(nameOf), lang) })}</p>}
          {grant && (
            <p className="setting-due">
              {say(grant.effect === 'allow' ? 'company.grant.allowed' : 'company.grant.denied')}
              {until && ` · ${say(isOver ? 'company.grant.over' : 'company.grant.until', until)}`}
            </p>
          )}
          {decision && <Why {...wording} decision={decision} />}
          {children}
        </>
      }
      say={say}
    >
      {(close) => change?.(close)}
    </Setting>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ReadResult } from '../../api/userCalls.ts';
import type { PermissionList } from '../../contract/permissionList.ts';
import { $permissionList, loadPermissionList } from '../../stores/permissionList.ts';
import { Loaded, Section, sayIn } from '../profile/parts.tsx';
import { CompanyPage, type Inside } from './CompanyPage.tsx';
import type { PermissionsPanelProps, PermissionsProps } from './companyWords.ts';
import { WithStaff } from './parts.tsx';
import { Roles } from './Roles.tsx';
import { Subjects } from './Subjects.tsx';

/** Roles, what is granted to whom, and why a member may do something or not. */
export default function Permissions(props: PermissionsProps) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <WithCatalogue {...props} inside={inside} />}
    </CompanyPage>
  );
}

function WithCatalogue(props: PermissionsProps & { inside: Inside }) {
  const { catalogue } = props;
  const say = sayIn(props);
  const list = useStore($permissionList);
  useEffect(() => void loadPermissionList(catalogue), [catalogue]);
  const read: ReadResult<PermissionList> =
    typeof list === 'object' ? { status: 'read', data: list } : { status: list === 'loading' ? 'reading' : list };
  return (
    <Loaded
      resource={{ read, again: () => void loadPermissionList(catalogue) }}
      rows={6}
      loginHref={props.loginHref}
      say={say}
    >
      {(data) => <Shown {...props} list={data} />}
    </Loaded>
  );
}

function Shown(props: PermissionsProps & { inside: Inside; list: PermissionList }) {
  const { inside, list } = props;
  const say = sayIn(props);
  const names = new Map(list.flatMap(({ permissions }) => permissions.map(({ id, name }) => [id, name] as const)));
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <WithStaff frame={props} inside={inside}>
      {(staff) => {
        const part: PermissionsPanelProps = { ...props, ...staff, nameOf, say };
        return (
          <>
            <Section id="roles" title={say('company.staff.roles')} hint={say('company.roles.about')}>
              <Roles {...part} />
            </Section>
            <Subjects {...part} />
          </>
        );
      }}
    </WithStaff>
  );
}

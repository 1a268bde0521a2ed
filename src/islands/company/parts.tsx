/** Controls and lists that the pages of a company share. */
import type { ReactNode } from 'react';
import type { CallAddress } from '../../api/userCalls.ts';
import type { Call, CallData } from '../../contract/common.ts';
import { type CompanyRole, type Department, departmentsCall, rolesCall } from '../../contract/companies.ts';
import {
  CheckField,
  ChecksField,
  Field,
  type FieldProps,
  SelectField,
  useField,
  useTyped,
} from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { type FrameProps, Loaded, type Resource, type Say, sayIn, useResource } from '../profile/parts.tsx';
import { endOfDay } from '../time.ts';
import type { Inside } from './CompanyPage.tsx';

/** Reads something of a company, and shows it once it is there. */
export function Reads<C extends Call>({
  frame,
  inside: { id },
  described,
  place: { parameters, query } = {},
  rows = 4,
  children,
}: {
  frame: FrameProps;
  inside: Inside;
  described: C;
  /** Besides the company */
  place?: CallAddress;
  rows?: number;
  children: (data: CallData<C>, resource: Resource<CallData<C>>) => ReactNode;
}) {
  const { service, loginHref } = frame;
  const resource = useResource(described, service, {
    parameters: { ...parameters, company: id },
    ...(query && { query }),
  });
  return (
    <Loaded resource={resource} rows={rows} loginHref={loginHref} say={sayIn(frame)}>
      {(data) => children(data, resource)}
    </Loaded>
  );
}

/** The last day of something; empty for no end. */
export function LastDay({ name, label, hint }: FieldProps) {
  const { id, tied } = useField({ name, hint });
  return (
    <Field name={name} label={label} hint={hint} optional>
      <input id={id} type="date" className="input company-day" {...tied} {...useTyped(name)} />
    </Field>
  );
}

/** The end of a last day that was answered; null for none. */
export const untilOf = (day: unknown): string | null => (day ? endOfDay(String(day)) : null);

export interface Branch extends Department {
  /** 'Sales › Asia': the names from the root on */
  path: string;
  branches: Branch[];
}

/** The tree of departments, sorted by name in a language. */
export function treeOf(departments: readonly Department[], lang: string): Branch[] {
  const collator = new Intl.Collator(lang, { numeric: true });
  const under = Map.groupBy(departments, ({ parent }) => parent);
  const grow = (parent: string | null, above: string): Branch[] =>
    (under.get(parent) ?? [])
      .toSorted((a, b) => collator.compare(a.name, b.name))
      .map((item) => {
        const path = above ? `${above} › ${item.name}` : item.name;
        return { ...item, path, branches: grow(item.id, path) };
      });
  return grow(null, '');
}

/** 'Sales, Asia, and Tokyo' in a language. */
export const listed = (names: readonly string[], lang: string): string =>
  new Intl.ListFormat(lang, { type: 'conjunction' }).format(names);

/** A department and all below it, in the order of the tree. */
export const wholeOf = (branch: Branch): Branch[] => [branch, ...branch.branches.flatMap(wholeOf)];

export const optionsOf = (tree: readonly Branch[]) =>
  tree.flatMap(wholeOf).map(({ id, path }) => ({ value: id, text: path }));

export interface Staff {
  tree: readonly Branch[];
  roles: readonly CompanyRole[];
  /** Reads the roles again */
  refreshRoles: () => Promise<void>;
}

/** Reads departments and roles. */
export function WithStaff({
  frame,
  inside,
  children,
}: {
  frame: FrameProps;
  inside: Inside;
  children: (staff: Staff) => ReactNode;
}) {
  return (
    <Reads frame={frame} inside={inside} described={departmentsCall} rows={6}>
      {({ departments }) => (
        <Reads frame={frame} inside={inside} described={rolesCall} rows={6}>
          {({ roles }, { refresh }) =>
            children({ tree: treeOf(departments, frame.lang), roles, refreshRoles: refresh })
          }
        </Reads>
      )}
    </Reads>
  );
}

/** The controls of where a member stands: only those that the user may change. */
export function Placement({
  inside: { overview, may },
  tree,
  roles,
  say,
}: Pick<Staff, 'tree' | 'roles'> & { inside: Inside; say: Say<'company.members.*' | 'company.staff.*'> }) {
  return (
    <>
      {may('staff.placeMembers') && (
        <SelectField
          name="department"
          label={say('company.staff.department')}
          empty={say('company.members.department.none')}
          options={optionsOf(tree)}
        />
      )}
      {may('staff.assignRoles') && roles.length > 0 && (
        <ChecksField
          name="roles"
          label={say('company.staff.roles')}
          options={roles.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
      {overview.me.administrator && (
        <CheckField
          name="administrator"
          label={say('company.members.administrator')}
          hint={say('company.members.administrator.about')}
        />
      )}
    </>
  );
}

export interface Placed {
  department: string | null;
  roles: readonly string[];
  administrator: boolean;
}

/** The answers of the controls for what is stored, and the other way round. */
export const answersOf = ({ department, roles, administrator }: Placed): Answers => ({
  department: department ?? '',
  roles,
  administrator: administrator || undefined,
});
export const placedOf = ({ department, roles, administrator }: Answers): Placed => ({
  department: department ? String(department) : null,
  roles: roles as readonly string[],
  administrator: administrator === true,
});

/** A search that stands outside of a form that saves: it is sent by Enter or its button. */
export function Search({
  id,
  label,
  action,
  value,
  onSearch,
  children,
}: {
  id: string;
  label: string;
  action: string;
  value: string;
  onSearch: (text: string) => void;
  children?: ReactNode;
}) {
  return (
    <search>
      <form
        className="company-search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
        }}
      >
        <div>
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            key={value}
            name="search"
            type="search"
            className="input"
            defaultValue={value}
            maxLength={100}
          />
        </div>
        {children}
        <button type="submit" className="button quiet">
          {action}
        </button>
      </form>
    </search>
  );
}

export interface Choice {
  value: string;
  text: string;
}

/** A choice that takes effect at once. */
export function Pick({
  id,
  label,
  value,
  options,
  empty,
  onPick,
}: {
  id: string;
  label: string;
  value: string;
  options: readonly Choice[];
  empty: string;
  onPick: (value: string) => void;
}) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onPick(target.value)}>
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import { departmentCall, departmentMadeCall, departmentsCall } from '../../contract/companies.ts';
import { SelectField, TextField } from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { Empty } from '../profile/Empty.tsx';
import { SaveForm, type Say, Section, sayIn } from '../profile/parts.tsx';
import { type Close, Confirm, Setting } from '../profile/Setting.tsx';
import { CompanyPage, type CompanyProps, type Inside } from './CompanyPage.tsx';
import type { DEPARTMENTS_WORDS } from './companyWords.ts';
import { type Branch, optionsOf, Reads, treeOf, wholeOf } from './parts.tsx';

type Props = CompanyProps<(typeof DEPARTMENTS_WORDS)[number]> & {
  /** Address of the page of members */
  membersHref: string;
};

/** The tree of departments. */
export default function Departments(props: Props) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <Tree {...props} inside={inside} />}
    </CompanyPage>
  );
}

const bodyOf = ({ name, parent }: Answers) => ({ name, parent: parent || null });

function Tree(props: Props & { inside: Inside }) {
  const { inside, lang, membersHref } = props;
  const { may, send } = inside;
  const say = sayIn(props);
  const [announcement, setAnnouncement] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const mayChange = may('staff.changeDepartments');
  return (
    <Reads frame={props} inside={inside} described={departmentsCall} rows={6}>
      {({ departments }, resource) => {
        const tree = treeOf(departments, lang);
        const changed = async (words: string) => {
          await resource.refresh();
          setAnnouncement(words);
          // What was pressed may be gone, so the words take its focus.
          status.current?.focus();
        };
        return (
          <>
            <Section
              id="departments"
              title={say('company.departments.tree')}
              hint={say('company.departments.about')}
              isPage
            >
              <p className="setting-said" role="status" tabIndex={-1} ref={status}>
                {announcement}
              </p>
              {tree.length === 0 ? (
                <Empty drawing="departments" text={say('company.departments.none')}>
                  {mayChange && (
                    <a className="button" href="#add">
                      {say('company.departments.add')}
                    </a>
                  )}
                </Empty>
              ) : (
                <DepartmentTree
                  branches={tree}
                  hrefOf={
                    may('staff.viewMembers')
                      ? (department) => `${membersHref}?${new URLSearchParams({ department })}`
                      : undefined
                  }
                  change={
                    mayChange
                      ? (branch, close) => (
                          <Change {...props} branch={branch} close={close} tree={tree} changed={changed} />
                        )
                      : undefined
                  }
                  say={say}
                />
              )}
            </Section>
            {mayChange && (
              <Section id="add" title={say('company.departments.add')}>
                <SaveForm
                  id="add"
                  start={{ name: '', parent: '' }}
                  send={(answers) => send(departmentMadeCall, { method: 'post', json: bodyOf(answers) })}
                  onSaved={(_, { name }) =>
                    void resource
                      .refresh()
                      .then(() => setAnnouncement(say('company.departments.added', { name: String(name) })))
                  }
                  action={say('company.departments.add.action')}
                  forgets
                  lang={lang}
                  say={say}
                >
                  <Fields {...props} options={optionsOf(tree)} />
                </SaveForm>
              </Section>
            )}
          </>
        );
      }}
    </Reads>
  );
}

/**
 * Departments with those below them. `hrefOf`: where the number of members leads. `change`: what the button of a
 * department opens.
 */
export function DepartmentTree({
  branches,
  ...shown
}: {
  branches: readonly Branch[];
  hrefOf?: ((id: string) => string) | undefined;
  change?: ((branch: Branch, close: Close) => ReactNode) | undefined;
  say: Say<'account.change' | 'company.memberCount' | 'relogin.cancel'>;
}) {
  const { hrefOf, change, say } = shown;
  return (
    <ul className="company-tree">
      {branches.map((branch) => {
        const { id, name, members } = branch;
        const count = say('company.memberCount', { count: members });
        return (
          <li key={id}>
            <Setting
              name={name}
              action={change ? say('account.change') : null}
              value={
                hrefOf && members > 0 ? (
                  <a href={hrefOf(id)}>
                    {count}
                    <span className="unseen">: {name}</span>
                  </a>
                ) : (
                  count
                )
              }
              say={say}
            >
              {(close) => change?.(branch, close)}
            </Setting>
            {branch.branches.length > 0 && <DepartmentTree {...shown} branches={branch.branches} />}
          </li>
        );
      })}
    </ul>
  );
}

function Change(
  props: Props & {
    inside: Inside;
    branch: Branch;
    close: Close;
    tree: readonly Branch[];
    changed: (words: string) => Promise<void>;
  },
) {
  const { inside, branch, close, tree, changed, lang } = props;
  const { send } = inside;
  const say = sayIn(props);
  const { id, name, parent, members } = branch;
  const below = new Set(wholeOf(branch).map((item) => item.id));
  const isFull = members > 0 || below.size > 1;
  return (
    <>
      <SaveForm
        id={`department-${id}`}
        start={{ name, parent: parent ?? '' }}
        send={(answers) => send(departmentCall, { method: 'put', json: bodyOf(answers), parameters: { id } })}
        onSaved={(_, answers) => {
          close();
          void changed(say('company.department.saved', { name: String(answers.name) }));
        }}
        lang={lang}
        say={say}
      >
        <Fields {...props} options={optionsOf(tree).filter(({ value }) => !below.has(value))} />
      </SaveForm>
      <Setting
        name={say('company.department.close')}
        action={isFull ? null : say('company.department.close')}
        value={isFull ? say('company.department.full') : undefined}
        say={say}
      >
        {() => (
          <Confirm
            question={say('company.department.close.question', { name })}
            yes={say('company.department.close.yes')}
            send={() => send(departmentCall, { method: 'delete', parameters: { id } })}
            onDone={() => void changed(say('company.department.closed', { name }))}
            say={say}
          />
        )}
      </Setting>
    </>
  );
}

function Fields(props: Props & { options: ReturnType<typeof optionsOf> }) {
  const say = sayIn(props);
  return (
    <>
      <TextField name="name" label={say('company.department.name')} autoComplete="off" width="medium" />
      <SelectField
        name="parent"
        label={say('company.department.parent')}
        empty={say('company.department.top')}
        options={props.options}
      />
    </>
  );
}

import { roleCall, roleMadeCall } from '../../contract/companies.ts';
import { TextField } from '../formControls/controls.tsx';
import { SaveForm } from '../profile/parts.tsx';
import { Confirm, Setting, useAnnouncement } from '../profile/Setting.tsx';
import type { PermissionsPanelProps } from './companyWords.ts';

/** The roles of a company: added, renamed, removed. */
export function Roles({ roles, inside, lang, say, refreshRoles }: PermissionsPanelProps) {
  const { may, send } = inside;
  const { announcement, announce } = useAnnouncement();
  const mayChange = may('staff.changeRoles');
  const changed = async (words: string) => {
    await refreshRoles();
    announce(words);
  };
  const field = <TextField name="name" label={say('company.role.name')} autoComplete="off" width="medium" />;
  return (
    <>
      {roles.length === 0 && <p className="field-hint">{say('company.roles.none')}</p>}
      {roles.map(({ id, name, members }) => (
        <Setting
          key={id}
          name={name}
          action={mayChange ? say('account.change') : null}
          value={say('company.role.members', { count: members })}
          say={say}
        >
          {(close) => (
            <>
              <SaveForm
                id={`role-${id}`}
                start={{ name }}
                send={(json) => send(roleCall, { method: 'put', json, parameters: { id } })}
                onSaved={(_, answers) => {
                  close();
                  void changed(say('company.role.renamed', { name: String(answers.name) }));
                }}
                lang={lang}
                say={say}
              >
                {field}
              </SaveForm>
              <Setting name={say('company.role.remove')} action={say('company.role.remove')} say={say}>
                {() => (
                  <Confirm
                    question={say('company.role.remove.question', { name })}
                    yes={say('company.role.remove.yes')}
                    send={() => send(roleCall, { method: 'delete', parameters: { id } })}
                    onDone={() => void changed(say('company.role.removed', { name }))}
                    say={say}
                  />
                )}
              </Setting>
            </>
          )}
        </Setting>
      ))}
      {mayChange && (
        <Setting name={say('company.role.add')} action={say('company.role.add.action')} say={say}>
          {(close) => (
            <SaveForm
              id="role"
              start={{ name: '' }}
              send={(json) => send(roleMadeCall, { method: 'post', json })}
              onSaved={(_, answers) => {
                close();
                void changed(say('company.role.added', { name: String(answers.name) }));
              }}
              lang={lang}
              say={say}
            >
              {field}
            </SaveForm>
          )}
        </Setting>
      )}
      {announcement}
    </>
  );
}

import { exceptionCall, exceptionsCall, type MemberPermissions } from '../../contract/companies.ts';
import { SelectField, TextArea } from '../formControls/controls.tsx';
import { SaveForm } from '../profile/parts.tsx';
import { Confirm, Setting, useAnnouncement } from '../profile/Setting.tsx';
import { lastDayIn } from '../time.ts';
import type { PermissionsPanelProps } from './companyWords.ts';
import { LastDay, untilOf } from './parts.tsx';

/** Two permissions that exclude each other, in one hand: which exceptions a member has, and one more. */
export function Exceptions({
  inside,
  member,
  why: { decisions, exceptions },
  refresh,
  nameOf,
  lang,
  say,
}: PermissionsPanelProps & { member: string; why: MemberPermissions; refresh: () => Promise<void> }) {
  const { may, send } = inside;
  const both = (pair: readonly string[]) =>
    say('company.exception.pair', { a: nameOf(pair[0] ?? ''), b: nameOf(pair[1] ?? '') });
  const granted = new Set(exceptions.map(({ permissions }) => permissions.toSorted().join(' ')));
  const pairs = new Set(
    decisions.flatMap(({ permission, conflicts }) =>
      conflicts.map((other) => [permission, other].toSorted().join(' ')),
    ),
  ).difference(granted);
  const mayGrant = may('staff.grantExceptions') && member !== inside.overview.me.member;
  const { announcement, announce, isSilent } = useAnnouncement();
  const ended = async () => {
    await refresh();
    announce(say('company.exception.ended'));
  };
  if (exceptions.length === 0 && pairs.size === 0 && isSilent) return null;
  return (
    <div className="company-exceptions">
      <h3>{say('company.exceptions')}</h3>
      <p className="field-hint">{say('company.exception.about')}</p>
      {announcement}
      {exceptions.map(({ id, permissions, reason, until }) => (
        <Setting
          key={id}
          name={both(permissions)}
          action={may('staff.grantExceptions') ? say('company.exception.end') : null}
          value={
            <>
              <p className="user-text">{reason}</p>
              {until && <p>{say('company.grant.until', { date: lastDayIn(lang)(until) })}</p>}
            </>
          }
          say={say}
        >
          {() => (
            <Confirm
              question={say('company.exception.end.question')}
              yes={say('company.exception.end.yes')}
              send={() => send(exceptionCall, { method: 'delete', parameters: { id } })}
              onDone={() => void ended()}
              say={say}
            />
          )}
        </Setting>
      ))}
      {mayGrant && pairs.size > 0 && (
        <Setting name={say('company.exception')} action={say('company.exception.action')} say={say}>
          {(close) => (
            <SaveForm
              id="exception"
              start={{ permissions: [...pairs][0], reason: '', day: '' }}
              send={({ permissions, reason, day }) =>
                send(exceptionsCall, {
                  method: 'post',
                  json: { permissions: String(permissions).split(' '), reason, until: untilOf(day) },
                  parameters: { member },
                })
              }
              onSaved={() => {
                close(say('company.exception.granted'));
                void refresh();
              }}
              lang={lang}
              say={say}
            >
              <SelectField
                name="permissions"
                label={say('company.exception.pairs')}
                options={[...pairs].map((value) => ({ value, text: both(value.split(' ')) }))}
              />
              <TextArea name="reason" label={say('company.exception.reason')} />
              <LastDay name="day" label={say('company.lastDay')} hint={say('company.lastDay.hint')} />
            </SaveForm>
          )}
        </Setting>
      )}
    </div>
  );
}

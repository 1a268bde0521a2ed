/** Password, e-mail address, mobile number, password hint. */

import { sendForUser } from '../../../api/userCalls.ts';
import { emailCall, forgottenCall, hintCall, mobileCall, passwordCall } from '../../../contract/users.ts';
import { TextField } from '../../formControls/controls.tsx';
import { PasswordField, passwordRules } from '../../formControls/PasswordField.tsx';
import { EmailAddress, SaveForm } from '../parts.tsx';
import { Setting, useAct } from '../Setting.tsx';
import type { SecurityPart } from './securityWords.ts';

export function Details(part: SecurityPart) {
  return (
    <>
      <Password {...part} />
      <Email {...part} />
      <Mobile {...part} />
      <PasswordHint {...part} />
    </>
  );
}

/** The user's password, for what nobody else may do on an unattended device. */
export function YourPassword({ say }: Pick<SecurityPart, 'say'>) {
  return (
    <PasswordField
      name="password"
      label={say('user.security.yours')}
      hint={say('user.security.yours.hint')}
      autoComplete="current-password"
    />
  );
}

function Password({ data, resource, say, lang, locale, service }: SecurityPart) {
  const { act, failure } = useAct(say);
  if (!data.hasPassword) {
    return (
      <Setting name={say('account.password')} action={say('account.change')} say={say}>
        {(close) => (
          <>
            <p>{say('user.security.password.none')}</p>
            {failure}
            <p className="actions">
              <button
                type="button"
                className="button"
                onClick={() => {
                  const json = { email: data.email, locale };
                  void act(
                    () => sendForUser(forgottenCall, service, { method: 'post', json }),
                    () => close(say('user.security.password.asked', { email: data.email })),
                  );
                }}
              >
                {say('user.security.password.ask')}
              </button>
            </p>
          </>
        )}
      </Setting>
    );
  }
  return (
    <Setting name={say('account.password')} action={say('account.change')} say={say}>
      {(close) => (
        <SaveForm
          id="password"
          start={{ current: '', password: '', confirmation: '' }}
          lang={lang}
          say={say}
          action={say('user.security.password.save')}
          send={async ({ current, password, confirmation }) =>
            password === confirmation
              ? sendForUser(passwordCall, service, { method: 'post', json: { current, password } })
              : {
                  status: 'refused',
                  fields: [{ field: 'confirmation', message: say('account.error.confirmationDiffers') }],
                }
          }
          onSaved={async (entered) => {
            await resource.enterAgain(entered);
            const devices = data.devices.filter(({ current }) => current);
            resource.replace({ ...data, hint: '', devices });
            close(say('user.security.password.done'));
          }}
        >
          <p className="field-hint">{say('user.security.password.about')}</p>
          <PasswordField name="current" label={say('user.security.password.current')} autoComplete="current-password" />
          <PasswordField name="password" label={say('user.security.password.new')} rules={passwordRules(say)} />
          <PasswordField name="confirmation" label={say('user.security.password.again')} />
        </SaveForm>
      )}
    </Setting>
  );
}

function Email({ data, change, say, lang, service }: SecurityPart) {
  const { act, failure } = useAct(say);
  const { email, newEmail, hasPassword } = data;
  return (
    <>
      <Setting
        name={say('account.email')}
        value={<EmailAddress address={email} />}
        action={hasPassword && newEmail === null ? say('account.change') : null}
        say={say}
      >
        {(close) => (
          <SaveForm
            id="email"
            start={{ email: '', password: '' }}
            lang={lang}
            say={say}
            action={say('user.security.email.send')}
            send={(json) => sendForUser(emailCall, service, { method: 'post', json })}
            onSaved={(_, { email: typed }) => {
              const asked = String(typed).trim().toLowerCase();
              if (asked === email) return close();
              change({ newEmail: asked });
              close(say('user.security.email.sent'));
            }}
          >
            <p className="field-hint">{say('user.security.email.about')}</p>
            <TextField name="email" label={say('user.security.email.new')} type="email" autoComplete="email" />
            <YourPassword say={say} />
          </SaveForm>
        )}
      </Setting>
      {newEmail !== null && (
        <div className="field-notice">
          <p>{say('user.security.email.waiting', { email: newEmail })}</p>
          {failure}
          <button
            type="button"
            className="button quiet"
            onClick={() =>
              void act(
                () => sendForUser(emailCall, service, { method: 'delete' }),
                () => change({ newEmail: null }),
              )
            }
          >
            {say('user.security.email.takeBack')}
          </button>
        </div>
      )}
    </>
  );
}

function Mobile({ data, change, say, lang, service }: SecurityPart) {
  const { mobile } = data;
  return (
    <Setting
      name={say('account.mobile')}
      value={mobile || say('account.notGiven')}
      action={say('account.change')}
      say={say}
    >
      {(close) => (
        <SaveForm
          id="mobile"
          start={{ mobile }}
          lang={lang}
          say={say}
          action={say('user.security.mobile.save')}
          send={(json) => sendForUser(mobileCall, service, { method: 'put', json })}
          onSaved={(saved) => {
            change(saved);
            close(say('user.security.mobile.done'));
          }}
        >
          <TextField
            name="mobile"
            label={say('account.mobile')}
            hint={say('user.security.mobile.hint')}
            type="tel"
            autoComplete="tel"
            width="medium"
          />
        </SaveForm>
      )}
    </Setting>
  );
}

function PasswordHint({ data, change, say, lang, service }: SecurityPart) {
  const { hint, hasPassword } = data;
  return (
    <Setting
      name={say('user.security.hint')}
      value={hint || say('account.notGiven')}
      action={hasPassword ? say('account.change') : null}
      say={say}
    >
      {(close) => (
        <SaveForm
          id="hint"
          start={{ hint, password: '' }}
          lang={lang}
          say={say}
          action={say('user.security.hint.save')}
          send={(json) => sendForUser(hintCall, service, { method: 'put', json })}
          onSaved={(_, { hint: typed }) => {
            const saved = String(typed).trim();
            change({ hint: saved });
            close(say(saved ? 'user.security.hint.done' : 'user.security.hint.gone'));
          }}
        >
          <p className="field-hint">{say('user.security.hint.about')}</p>
          <TextField
            name="hint"
            label={say('user.security.hint')}
            hint={say('user.security.hint.empty')}
            autoComplete="off"
          />
          <YourPassword say={say} />
        </SaveForm>
      )}
    </Setting>
  );
}

import { useId, useState } from 'react';
import { PASSWORD_PARTS } from '../../forms/fields.ts';
import { keysOf } from '../../forms/lists.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { Field, type FieldProps, useField, useTyped } from './controls.tsx';
import { useFields } from './field.ts';

/** The rules of a password that is chosen. */
export const passwordRules = (say: (key: KeysOf<'account.password.rule.*'>) => string) =>
  keysOf(PASSWORD_PARTS).map((part) => ({
    text: say(`account.password.rule.${part}`),
    met: (typed: string) => typed !== '' && PASSWORD_PARTS[part].test(typed),
  }));

/** A password that can be shown. Its rules stand above it and are ticked off while the visitor types. */
export function PasswordField({
  name,
  label,
  hint,
  rules,
  autoComplete = 'new-password',
}: FieldProps & {
  rules?: ReturnType<typeof passwordRules>;
  autoComplete?: 'new-password' | 'current-password';
}) {
  const { say } = useFields();
  const { id, tied } = useField({ name, hint });
  const [shown, setShown] = useState(false);
  const typed = useTyped(name);
  const rulesId = useId();
  return (
    <Field name={name} label={label} hint={hint}>
      {rules && (
        <ul className="password-rules" id={rulesId}>
          {rules.map(({ text, met }) => (
            <li key={text} data-met={met(typed.value)}>
              {text}
              {met(typed.value) && <span className="unseen"> {say('form.password.met')}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="password">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          className="input"
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...tied}
          aria-describedby={[rules && rulesId, tied['aria-describedby']].filter(Boolean).join(' ') || undefined}
          {...typed}
        />
        <button
          type="button"
          className="button quiet"
          aria-controls={id}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {say(shown ? 'form.password.hide' : 'form.password.show')}
          <span className="unseen"> {label}</span>
        </button>
      </div>
    </Field>
  );
}

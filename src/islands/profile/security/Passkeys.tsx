import { useEffect, useState } from 'react';
import { addPasskey, canHavePasskeys } from '../../../api/passkeys.ts';
import { sendForUser } from '../../../api/userCalls.ts';
import { MOST_PASSKEYS, passkeyCall } from '../../../contract/passkeys.ts';
import type { Passkey } from '../../../contract/users.ts';
import { TextField } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { SaveForm } from '../parts.tsx';
import { Setting, useAnnouncement } from '../Setting.tsx';
import { YourPassword } from './Details.tsx';
import type { SecurityPart } from './securityWords.ts';
import { seenIn } from './seen.ts';

/** The passkeys of the user: each can be named and removed, another one added. */
export function Passkeys(part: SecurityPart) {
  const { data, resource, change, say, lang, service } = part;
  const { passkeys } = data;
  const { announcement, announce } = useAnnouncement();
  const [canAdd, setCanAdd] = useState(true);
  useEffect(() => setCanAdd(canHavePasskeys()), []);
  const count = passkeys.length;
  const device = data.devices.find(({ current }) => current);

  return (
    <>
      <Setting
        name={say('user.security.passkeys.new')}
        value={
          canAdd
            ? say(count === 0 ? 'user.security.passkeys.none' : 'user.security.passkeys.count', {
                count,
                most: MOST_PASSKEYS,
              })
            : say('user.security.passkeys.unsupported')
        }
        action={canAdd && count < MOST_PASSKEYS ? say('user.security.passkeys.add') : null}
        say={say}
      >
        {(close) => (
          <SaveForm
            id="passkey"
            start={{ name: device?.browser || device?.system ? seenIn(part, device).device : '', password: '' }}
            lang={lang}
            say={say}
            action={say('user.security.passkeys.create')}
            send={({ name, password }) =>
              addPasskey(
                { name, password },
                { failed: say('user.security.passkeys.failed'), known: say('user.security.passkeys.known') },
                service,
              )
            }
            onSaved={() => {
              void resource.refresh();
              close(say('user.security.passkeys.added'));
            }}
          >
            <PasskeyName say={say} />
            <Proof {...part} />
          </SaveForm>
        )}
      </Setting>
      {passkeys.map((passkey) => (
        <OnePasskey
          key={passkey.id}
          {...part}
          passkey={passkey}
          removed={() => {
            change({ passkeys: passkeys.filter(({ id }) => id !== passkey.id) });
            announce(say('user.security.passkeys.removed', { name: passkey.name }));
          }}
        />
      ))}
      {announcement}
    </>
  );
}

/** One passkey. What opens has two forms: its name, and the password that removes it. */
function OnePasskey({ removed, ...part }: SecurityPart & { passkey: Passkey; removed: () => void }) {
  const { data, change, passkey, say, lang, service } = part;
  const { id, name, createdAt, lastAt, disabledAt } = passkey;
  const instant = instantIn(lang);
  return (
    <Setting
      name={name}
      value={
        <>
          {disabledAt && (
            <p className="setting-due">{say('user.security.passkeys.disabled', { time: instant(disabledAt) })}</p>
          )}
          <p>{say('user.security.passkeys.made', { time: instant(createdAt) })}</p>
          <p>
            {lastAt
              ? say('user.security.passkeys.last', { time: instant(lastAt) })
              : say('user.security.passkeys.unused')}
          </p>
        </>
      }
      action={say('account.change')}
      say={say}
    >
      {(close) => (
        <>
          <SaveForm
            id={`passkey-${id}`}
            start={{ name }}
            lang={lang}
            say={say}
            action={say('user.security.devices.saveName')}
            send={(json) => sendForUser(passkeyCall, service, { method: 'put', json, parameters: { id } })}
            onSaved={(_, answers) => {
              const named = { ...passkey, name: String(answers.name).trim() };
              change({ passkeys: data.passkeys.map((item) => (item.id === id ? named : item)) });
              close(say('user.security.devices.named'));
            }}
          >
            <PasskeyName say={say} />
          </SaveForm>
          <SaveForm
            id={`passkey-${id}-end`}
            start={{ password: '' }}
            lang={lang}
            say={say}
            quiet
            action={say('user.security.passkeys.remove')}
            send={(json) => sendForUser(passkeyCall, service, { method: 'delete', json, parameters: { id } })}
            onSaved={removed}
          >
            <Proof {...part} />
          </SaveForm>
        </>
      )}
    </Setting>
  );
}

/** The password; who has none must just have logged in. */
const Proof = ({ data, say }: Pick<SecurityPart, 'data' | 'say'>) =>
  data.hasPassword ? <YourPassword say={say} /> : <p className="field-hint">{say('user.security.yours.none')}</p>;

const PasskeyName = ({ say }: Pick<SecurityPart, 'say'>) => (
  <TextField
    name="name"
    label={say('user.security.passkeys.name')}
    hint={say('user.security.passkeys.name.hint')}
    autoComplete="off"
    width="medium"
  />
);

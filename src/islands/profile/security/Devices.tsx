import { sendForUser } from '../../../api/userCalls.ts';
import { type Device, deviceCall, devicesCall } from '../../../contract/users.ts';
import { TextField } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { SaveForm } from '../parts.tsx';
import { Setting, useAct, useAnnouncement } from '../Setting.tsx';
import type { SecurityPart } from './securityWords.ts';
import { seenIn } from './seen.ts';

/** The devices of the user: each can be named and, unless it is this one, logged out. */
export function Devices(part: SecurityPart) {
  const { data, change, say, lang, service } = part;
  const { act, isBusy, failure } = useAct(say);
  const { announcement, announce } = useAnnouncement();
  const instant = instantIn(lang);
  const others = data.devices.filter(({ current }) => !current);
  const titleOf = (device: Device) => device.name || seenIn(part, device).device;

  const done = (devices: Device[], words: string) => {
    change({ devices });
    announce(words);
  };
  const logOut = (device: Device) =>
    act(
      () => sendForUser(deviceCall, service, { method: 'delete', parameters: { id: device.id } }),
      () =>
        done(
          data.devices.filter(({ id }) => id !== device.id),
          say('user.security.devices.removed', { device: titleOf(device) }),
        ),
    );

  return (
    <>
      {[...data.devices.filter(({ current }) => current), ...others].map((device) => {
        const { device: kind, place } = seenIn(part, device);
        const words = [
          device.current && say('user.security.devices.this'),
          !device.current && say(device.active ? 'user.security.devices.active' : 'user.security.devices.inactive'),
          say(device.own ? 'user.security.devices.own' : 'user.security.devices.other'),
        ];
        const end = say(device.active ? 'user.security.devices.logOut' : 'user.security.devices.remove');
        return (
          <Setting
            key={device.id}
            name={titleOf(device)}
            value={
              <>
                <p className="device-state" data-current={device.current || undefined}>
                  {words.filter(Boolean).join(' · ')}
                </p>
                <p>{device.name ? `${kind} · ${place}` : place}</p>
                <p>{say('user.security.devices.last', { time: instant(device.lastAt) })}</p>
              </>
            }
            action={say('user.security.devices.rename')}
            others={
              device.current
                ? undefined
                : () => (
                    <button
                      type="button"
                      className="button quiet"
                      aria-disabled={isBusy}
                      onClick={() => void logOut(device)}
                    >
                      {end}
                      <span className="unseen">: {titleOf(device)}</span>
                    </button>
                  )
            }
            say={say}
          >
            {(close) => (
              <SaveForm
                id={`device-${device.id}`}
                start={{ name: device.name }}
                lang={lang}
                say={say}
                action={say('user.security.devices.saveName')}
                send={(json) =>
                  sendForUser(deviceCall, service, { method: 'put', json, parameters: { id: device.id } })
                }
                onSaved={(_, { name }) => {
                  const named = { ...device, name: String(name).trim() };
                  change({ devices: data.devices.map((item) => (item.id === device.id ? named : item)) });
                  close(say('user.security.devices.named'));
                }}
              >
                <TextField name="name" label={say('user.security.devices.name')} autoComplete="off" width="medium" />
              </SaveForm>
            )}
          </Setting>
        );
      })}
      {failure}
      {announcement}
      {others.length > 0 ? (
        <p className="actions">
          <button
            type="button"
            className="button quiet"
            aria-disabled={isBusy}
            onClick={() =>
              void act(
                () => sendForUser(devicesCall, service, { method: 'delete' }),
                () =>
                  done(
                    data.devices.filter(({ current }) => current),
                    say('user.security.devices.othersOut'),
                  ),
              )
            }
          >
            {say('user.security.devices.others')}
          </button>
        </p>
      ) : (
        <p className="field-hint">{say('user.security.devices.alone')}</p>
      )}
    </>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import type { FailureReason } from '../../../api/sending.ts';
import { type SendResult, sendForUser } from '../../../api/userCalls.ts';
import { generalCall, type Toggles, togglesCall } from '../../../contract/users.ts';
import { BROKER_NOTIFICATIONS, BROKER_PRIVACY, keysOf, NOTIFICATIONS, PRIVACY_PARTS } from '../../../forms/lists.ts';
import { NOTIFICATION_WORDS, PRIVACY_WORDS } from '../../../forms/messageKeys.ts';
import { LOCALES } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { reason } from '../../failureWords.ts';
import { Toggle } from '../../formControls/controls.tsx';
import { FieldsContext } from '../../formControls/field.ts';
import { useResource } from '../parts.tsx';
import type { AccountPart } from './accountWords.ts';

interface OfToggles extends AccountPart {
  data: Toggles;
  replace: (data: Toggles) => void;
}

const isNoneOf = (list: readonly string[]) => (name: string) => !list.includes(name);

/** Toggles that are saved as soon as they are switched. */
export function Switches({
  of,
  saved,
  save,
  names,
  say,
  lang,
  children,
}: Pick<AccountPart, 'say' | 'lang'> & {
  /** Begins the ids of the toggles */
  of: string;
  saved: Readonly<Record<string, unknown>>;
  save: (field: string, value: unknown) => Promise<SendResult<unknown>>;
  /** By the names of the toggles */
  names: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const [announcement, setAnnouncement] = useState('');
  const [why, setWhy] = useState<FailureReason | null>(null);
  /** Switched, and not yet saved */
  const [switched, setSwitched] = useState<Readonly<Record<string, unknown>>>({});
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const values: Readonly<Record<string, unknown>> = { ...saved, ...switched };
  const give = (field: string, value: unknown) => {
    setSwitched((all) => ({ ...all, [field]: value }));
    setWhy(null);
    // One after the other: the last answer is then the latest.
    before.current = before.current.then(async () => {
      const sent = await save(field, value);
      setSwitched(({ [field]: _, ...others }) => others);
      setAnnouncement(sent.status === 'saved' ? say('user.settings.saved', { name: lookUp(names, field) ?? '' }) : '');
      if (sent.status === 'failed') setWhy(sent.why);
    });
  };
  return (
    <FieldsContext
      value={{
        lang,
        say,
        idOf: (field) => `${of}-${field}`,
        errorOf: () => undefined,
        useAnswer: (field) => [lookUp(values, field), (value) => give(field, value)],
      }}
    >
      {children}
      {why !== null && (
        <p className="field-error" role="alert">
          {reason(why, say)}
        </p>
      )}
      <p className="setting-said" role="status">
        {announcement}
      </p>
    </FieldsContext>
  );
}

const saveIn =
  (of: keyof Toggles, { service, replace }: OfToggles) =>
  async (field: string, value: unknown) => {
    const json = { [of]: { [field]: value } };
    const sent = await sendForUser(togglesCall, service, { method: 'put', json });
    if (sent.status === 'saved') replace(sent.data);
    return sent;
  };

export function Notifications(part: OfToggles) {
  const { say, company, figures } = part;
  const words = { on: say('account.on'), off: say('account.off') };
  const names = Object.fromEntries(
    keysOf(NOTIFICATIONS).map((name) => [name, say(NOTIFICATION_WORDS[name].name, figures)]),
  );
  const toggle = (name: keyof typeof NOTIFICATIONS) => (
    <Toggle
      key={name}
      name={name}
      label={names[name]}
      hint={say(NOTIFICATION_WORDS[name].about, figures)}
      on={true}
      off={false}
      words={words}
    />
  );
  return (
    <Switches
      of="notifications"
      saved={part.data.notifications}
      save={saveIn('notifications', part)}
      names={names}
      {...part}
    >
      <h3>{say('user.settings.finger', { company })}</h3>
      <p className="field-hint">{say('user.settings.finger.about')}</p>
      {keysOf(NOTIFICATIONS).filter(isNoneOf(BROKER_NOTIFICATIONS)).map(toggle)}
      <h3>{say('user.settings.broker')}</h3>
      <p className="field-hint">{say('user.settings.broker.about', { company })}</p>
      {BROKER_NOTIFICATIONS.map(toggle)}
    </Switches>
  );
}

export function Privacy(part: OfToggles) {
  const { say, company, service, locale } = part;
  const { read } = useResource(generalCall, service);
  const words = { on: say('user.settings.isPublic'), off: say('user.settings.isPrivate') };
  const names = Object.fromEntries(PRIVACY_PARTS.map((name) => [name, say(PRIVACY_WORDS[name].name)]));
  const toggle = (name: (typeof PRIVACY_PARTS)[number]) => (
    <Toggle
      key={name}
      name={name}
      label={names[name]}
      hint={say(name === 'baseInformation' ? 'user.settings.public.base' : PRIVACY_WORDS[name].about)}
      on="public"
      off="private"
      words={words}
    />
  );
  return (
    <Switches of="privacy" saved={part.data.privacy} save={saveIn('privacy', part)} names={names} {...part}>
      <h3>{say('user.settings.public')}</h3>
      <p className="field-hint">{say('user.settings.public.about')}</p>
      {read.status === 'read' && (
        <p>
          <a href={LOCALES[locale].prefix + read.data.address}>{say('user.settings.public.open')}</a>
        </p>
      )}
      {PRIVACY_PARTS.filter(isNoneOf(BROKER_PRIVACY)).map(toggle)}
      <h3>{say('user.settings.broker')}</h3>
      <p className="field-hint">{say('user.settings.broker.about', { company })}</p>
      {BROKER_PRIVACY.map(toggle)}
    </Switches>
  );
}

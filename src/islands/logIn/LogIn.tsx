import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Attempt, endSocial, tryTo } from '../../api/logIn.ts';
import { deviceSecret } from '../../browserState/device.ts';
import { $user } from '../../browserState/user.ts';
import { wayBack } from '../../browserState/wayBack.ts';
import type { Entered, SocialError } from '../../contract/users.ts';
import { speaker } from '../../i18n/format.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { takePreferences } from '../../stores/preferences.ts';
import { enter, logOutUser } from '../../stores/user.ts';
import { CheckField, TextField } from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { PasswordField } from '../formControls/PasswordField.tsx';
import {
  Already,
  EntryForm,
  LOG_IN_FORM_WORDS,
  type LogInFormProps,
  NewPassword,
  Said,
  Social,
} from './logInForms.tsx';

export const LOGIN_WORDS = [...LOG_IN_FORM_WORDS, 'login.*', 'route.signUp'] as const;
type LoginWord = KeysOf<(typeof LOGIN_WORDS)[number]>;

export interface Props extends LogInFormProps<(typeof LOGIN_WORDS)[number]> {
  /** How long a session lasts on a device of the user's own, and elsewhere */
  lasts: { days: number; hours: number };
}

/** What the links of mails are for, by the name before their token. */
const LINKS = ['confirm', 'reset', 'unlock', 'email', 'social'] as const;
type Link = (typeof LINKS)[number];

/** Why a social log-in leads back without one; the words that follow these say what to do. */
const REFUSALS: Readonly<Record<SocialError, LoginWord | null>> = {
  cancelled: 'login.social.cancelled',
  unverified: 'login.social.unverified',
  unconfirmed: 'login.social.unconfirmed',
  failed: null,
};

type View =
  | { name: 'login' }
  | { name: 'code'; challenge: string; own: boolean; isBackup: boolean }
  | { name: 'forgotten' }
  | { name: 'sent'; email: string; mail: boolean }
  | { name: 'confirm'; token: string; isNew: boolean }
  | { name: 'reset'; token: string }
  | { name: 'working' }
  | { name: 'done'; what: 'changed' | 'reset' | 'unlock' | 'waiting' }
  | { name: 'over'; link: Link; why: string };

/**
 * The log-in, its second step, and what the links of mails lead to. The token of a link is removed from the address at
 * once, so that nobody reads it over a shoulder or in the history.
 */
export default function LogIn({ locale, lang, service, links, texts, lasts, words }: Props) {
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [view, setView] = useState<View>({ name: 'login' });
  const [email, setEmail] = useState('');
  const [isLeaving, setLeaving] = useState(false);

  const goOn = async (entered: Entered) => {
    setLeaving(true);
    enter(entered, service);
    await takePreferences(service);
    location.assign(wayBack(location) ?? (entered.isNew ? links.welcome : links.userCenter));
  };
  const device = (own: unknown) => ({ own: own === true, device: deviceSecret() });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later links of this page change the fragment
  useEffect(() => {
    const follow = () => {
      const [, name, token = ''] = /^#(\w+)=(.+)$/.exec(location.hash) ?? [];
      const link = name === 'error' ? 'social' : LINKS.find((link) => link === name);
      if (!link) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      if (name === 'error') {
        const words = lookUp(REFUSALS, token);
        history.replaceState(history.state, '', location.pathname + (endSocial()?.search ?? location.search));
        return setView({ name: 'over', link, why: words ? say(words) : '' });
      }
      if (link === 'confirm') setView({ name: link, token, isNew: false });
      else if (link === 'reset') setView({ name: link, token });
      else void act(link, token);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  /** A link that needs nothing more of the visitor. */
  const act = async (link: Exclude<Link, 'confirm' | 'reset'>, token: string) => {
    setView({ name: 'working' });
    if (link === 'social') return actSocial(token);
    const result = await tryTo(link, { token }, service);
    if (!('done' in result)) return setView({ name: 'over', link, why: whyOf(result) });
    const { done } = result;
    setView({ name: 'done', what: done && 'state' in done ? done.state : 'unlock' });
  };
  const actSocial = async (token: string) => {
    const trip = endSocial();
    // Without the verifier somebody else began it: a log-in into their account.
    if (!trip) return setView({ name: 'over', link: 'social', why: '' });
    history.replaceState(history.state, '', location.pathname + trip.search);
    const { verifier, own } = trip;
    const result = await tryTo('social', { token, verifier, ...device(own) }, service);
    if (!('done' in result)) setView({ name: 'over', link: 'social', why: whyOf(result) });
    else entered(result.done, own);
  };
  const whyOf = (result: Attempt<never>): string => {
    if ('fields' in result) return result.fields[0]?.message ?? '';
    if (!('failed' in result)) return '';
    return typeof result.failed === 'object' ? result.failed.text : say('account.failure.unreachable');
  };
  const entered = (done: Entered | { challenge: string }, own: boolean) =>
    'challenge' in done ? setView({ name: 'code', ...done, own, isBackup: false }) : goOn(done);

  const form = { words, locale, lang };
  const toLogIn = () => setView({ name: 'login' });
  const back = <Choose text={say('login.back')} onClick={toLogIn} />;
  const ownDeviceField = <CheckField name="own" label={say('login.own')} hint={say('login.own.hint', lasts)} />;
  /** A used link has no field: the view says what to do instead. */
  const overAt =
    (link: Link) =>
    ({ field, message }: { field: string; message: string }) => {
      if (field !== 'token') return false;
      setView({ name: 'over', link, why: message });
      return true;
    };
  const toForgotten = (answers?: Answers) => {
    if (typeof answers?.email === 'string') setEmail(answers.email);
    setView({ name: 'forgotten' });
  };

  if (view.name === 'working') return <p className="entry-working">{say('login.working')}</p>;
  if (view.name === 'login') {
    if (typeof user === 'object' && user !== null && !isLeaving) {
      const { nickname } = user;
      const logOut = () => void logOutUser(service);
      return <Already {...{ say, nickname, logOut }} userCenter={links.userCenter} />;
    }
    return (
      <EntryForm
        key="login"
        {...form}
        initial={{ email, own: false }}
        button={say('login.submit')}
        send={({ email, password, own }) =>
          tryTo('login', { email: text(email), password: text(password), ...device(own) }, service)
        }
        sent={(done, { own, email }) => {
          setEmail(text(email));
          return entered(done, own === true);
        }}
        after={(answers) => (
          <>
            <Social say={say} {...{ locale, service, texts }} own={answers.own === true} />
            <div className="entry-others">
              <Choose text={say('login.forgotten')} onClick={() => toForgotten(answers)} />
              <p>
                {say('login.noAccount')} <a href={links.signUp}>{say('route.signUp')}</a>
              </p>
            </div>
          </>
        )}
      >
        <TextField name="email" type="email" label={say('account.email')} autoComplete="username" />
        <PasswordField name="password" label={say('account.password')} autoComplete="current-password" />
        {ownDeviceField}
      </EntryForm>
    );
  }
  if (view.name === 'code') {
    const { challenge, isBackup } = view;
    return (
      <Said key={view.name} title={say('login.code.title')}>
        <EntryForm
          key={String(isBackup)}
          {...form}
          button={say('login.code.submit')}
          send={({ code }) => tryTo('code', { challenge, code: text(code), ...device(view.own) }, service)}
          sent={goOn}
          onFault={({ field, message }) => {
            if (field !== 'challenge') return false;
            setView({ name: 'over', link: 'social', why: message });
            return true;
          }}
          after={() => (
            <div className="entry-others">
              <Choose
                text={say(isBackup ? 'login.code.useApp' : 'login.code.useBackup')}
                onClick={() => setView({ ...view, isBackup: !isBackup })}
              />
              {back}
            </div>
          )}
        >
          <TextField
            name="code"
            label={say(isBackup ? 'login.code.backup' : 'login.code.app')}
            hint={say(isBackup ? 'login.code.backup.hint' : 'login.code.app.hint')}
            autoComplete={isBackup ? 'off' : 'one-time-code'}
            width="medium"
            spellCheck={false}
          />
        </EntryForm>
      </Said>
    );
  }
  if (view.name === 'forgotten') {
    return (
      <Said key={view.name} title={say('login.forgotten.title')}>
        <p>{say('login.forgotten.text')}</p>
        <EntryForm
          {...form}
          initial={{ email }}
          button={say('login.forgotten.submit')}
          send={({ email }) => tryTo('forgotten', { email: text(email), locale }, service)}
          sent={({ mail }, { email }) => setView({ name: 'sent', email: text(email).trim(), mail })}
          after={() => <div className="entry-others">{back}</div>}
        >
          <TextField name="email" type="email" label={say('account.email')} autoComplete="username" />
        </EntryForm>
      </Said>
    );
  }
  if (view.name === 'sent') {
    return (
      <Said key={view.name} title={say('login.sent.title')}>
        <p>{say('login.sent', { email: view.email })}</p>
        {!view.mail && <p className="field-notice">{say('entering.noMail')}</p>}
        <div className="entry-others">{back}</div>
      </Said>
    );
  }
  if (view.name === 'reset') {
    return (
      <Said key={view.name} title={say('login.reset.title')}>
        <EntryForm
          {...form}
          initial={{ confirmation: '' }}
          button={say('login.reset.submit')}
          send={({ password }) => tryTo('reset', { token: view.token, password: text(password) }, service)}
          sent={() => setView({ name: 'done', what: 'reset' })}
          onFault={overAt('reset')}
        >
          <NewPassword say={say} />
        </EntryForm>
      </Said>
    );
  }
  if (view.name === 'confirm') {
    const { token, isNew } = view;
    return (
      <Said key={view.name} title={say('login.confirm.title')}>
        <p>{say(isNew ? 'login.confirm.newText' : 'login.confirm.text')}</p>
        <EntryForm
          key={String(isNew)}
          {...form}
          initial={{ own: false, ...(isNew && { confirmation: '' }) }}
          button={say('login.confirm.submit')}
          send={({ password, own }) =>
            tryTo('confirm', { token, isNew, password: text(password), ...device(own) }, service)
          }
          sent={goOn}
          onFault={overAt('confirm')}
          after={() => (
            <div className="entry-others">
              <Choose
                text={say(isNew ? 'login.confirm.useOld' : 'login.confirm.useNew')}
                onClick={() => setView({ ...view, isNew: !isNew })}
              />
            </div>
          )}
        >
          {isNew ? (
            <NewPassword say={say} />
          ) : (
            <PasswordField name="password" label={say('account.password')} autoComplete="current-password" />
          )}
          {ownDeviceField}
        </EntryForm>
      </Said>
    );
  }
  const actions: ReactNode = (
    <p className="actions">
      <button type="button" className="button" onClick={toLogIn}>
        {say('login.submit')}
      </button>
      {view.name === 'over' && (
        <button type="button" className="button quiet" onClick={() => toForgotten()}>
          {say('login.newPassword')}
        </button>
      )}
    </p>
  );
  if (view.name === 'over') {
    return (
      <Said key={view.link} title={say('login.over.title')}>
        {view.why && <p>{view.why}</p>}
        <p>{say(`login.over.${view.link}`)}</p>
        {actions}
      </Said>
    );
  }
  return (
    <Said key={view.what} title={say(`login.done.${view.what}.title`)}>
      <p>{say(`login.done.${view.what}`)}</p>
      {actions}
    </Said>
  );
}

const text = (answer: unknown) => (typeof answer === 'string' ? answer : '');

/** A choice beside the button of a form. */
function Choose({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className="entry-choice" onClick={onClick}>
      {text}
    </button>
  );
}

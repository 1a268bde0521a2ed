/** The views of the page of the log-in, by name: the form, its second step, and what the links of mails lead to. */
import { lazy, type ReactNode, Suspense } from 'react';
import { tryTo } from '../../api/logIn.ts';
import type { FieldFault } from '../../api/sending.ts';
import type { Challenged, ChangedTerms as Changed, Entered } from '../../contract/users.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { CheckField, TextField } from '../formControls/controls.tsx';
import { PasswordField } from '../formControls/PasswordField.tsx';
import {
  device,
  LOG_IN_FORM_WORDS,
  LogInForm,
  type LogInFormProps,
  NewPassword,
  Said,
  type Say,
  Social,
} from './logInForms.tsx';
import { Passkey } from './Passkey.tsx';

export const LOGIN_WORDS = [...LOG_IN_FORM_WORDS, 'login.*', 'route.signUp', 'terms.*', 'error.*'] as const;
export type LoginWord = KeysOf<(typeof LOGIN_WORDS)[number]>;

export interface Props extends LogInFormProps<(typeof LOGIN_WORDS)[number]> {
  /** How long a session lasts on a device of the user's own, and elsewhere */
  lasts: { days: number; hours: number };
}

/** What the links of mails are for, by the name before their token. */
export const LINKS = ['confirm', 'reset', 'unlock', 'email', 'social'] as const;
export type Link = (typeof LINKS)[number];
/** What may be over: a link, or the second step of a log-in. */
type Ended = Link | 'code';

export type View =
  | { name: 'login' }
  | { name: 'code'; challenge: string; passkey: boolean; own: boolean; isBackup: boolean }
  | { name: 'forgotten' }
  | { name: 'sent'; email: string; mail: boolean }
  | { name: 'confirm'; token: string; isNew: boolean }
  | { name: 'reset'; token: string }
  | { name: 'terms'; changed: NonNullable<Changed>; onward: () => void }
  | { name: 'working' }
  | { name: 'done'; what: 'changed' | 'reset' | 'unlock' | 'waiting' }
  | { name: 'over'; link: Ended; why: string };

type ViewOf<N extends View['name']> = Extract<View, { name: N }>;

/** What every view needs. */
export interface Frame {
  page: Props;
  say: Say<(typeof LOGIN_WORDS)[number]>;
  show: (view: View) => void;
  /** The email that was typed in one form, for the next */
  email: string;
  setEmail: (email: string) => void;
  goOn: (entered: Entered) => Promise<void>;
}

/** Goes on, or asks for the code of the second step. */
export const proceed = (done: Entered | Challenged, own: boolean, { show, goOn }: Frame) =>
  'challenge' in done ? show({ name: 'code', ...done, own, isBackup: false }) : goOn(done);

const text = (answer: unknown) => (typeof answer === 'string' ? answer : '');

type ViewProps<N extends View['name']> = ViewOf<N> & { frame: Frame };

/** In a view that changes, a heading with another `key` takes the focus again. */
export const VIEWS: { [N in View['name']]: (props: ViewProps<N>) => ReactNode } = {
  login: LogInView,
  code: CodeView,
  forgotten: ForgottenView,
  sent: SentView,
  confirm: ConfirmView,
  reset: ResetView,
  terms: TermsView,
  working: ({ frame: { say } }) => <p className="entry-working">{say('login.working')}</p>,
  done: DoneView,
  over: OverView,
};

function LogInView({ frame }: ViewProps<'login'>) {
  const { page, say, show, email, setEmail, goOn } = frame;
  const { locale, service, links, texts } = page;
  return (
    <LogInForm
      {...page}
      initial={{ email, own: false }}
      button={say('login.submit')}
      send={({ email, password, own }) =>
        tryTo('login', { email: text(email), password: text(password), ...device(own) }, service)
      }
      sent={(done, { own, email }) => {
        setEmail(text(email));
        return proceed(done, own === true, frame);
      }}
      after={(answers) => (
        <>
          <Social say={say} locale={locale} service={service} texts={texts} own={answers.own === true} />
          <div className="entry-others">
            <Passkey service={service} say={say} goOn={goOn} own={answers.own === true} />
            <Choice
              text={say('login.forgotten')}
              onClick={() => {
                setEmail(text(answers.email));
                show({ name: 'forgotten' });
              }}
            />
            <p>
              {say('login.noAccount')} <a href={links.signUp}>{say('route.signUp')}</a>
            </p>
          </div>
        </>
      )}
    >
      <EmailField say={say} autoComplete="username webauthn" />
      <CurrentPassword say={say} />
      <OwnDeviceField frame={frame} />
    </LogInForm>
  );
}

function CodeView({ frame, ...view }: ViewProps<'code'>) {
  const { page, say, show, goOn } = frame;
  const { challenge, isBackup } = view;
  return (
    <Said title={say('login.code.title')}>
      <LogInForm
        key={String(isBackup)}
        {...page}
        button={say('login.code.submit')}
        send={({ code }) => tryTo('code', { challenge, code: text(code), ...device(view.own) }, page.service)}
        sent={goOn}
        // As after a social log-in, the visitor logs in again.
        onFault={onUsed('challenge', 'code', show)}
        after={() => (
          <div className="entry-others">
            {view.passkey && (
              <Passkey
                say={say}
                goOn={goOn}
                challenge={challenge}
                service={page.service}
                own={view.own}
                onOver={(why) => show({ name: 'over', link: 'code', why })}
              />
            )}
            <Choice
              text={say(isBackup ? 'login.code.useApp' : 'login.code.useBackup')}
              onClick={() => show({ ...view, isBackup: !isBackup })}
            />
            <a className="entry-choice" href={page.links.ask}>
              {say('login.code.lost')}
            </a>
            <Back frame={frame} />
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
      </LogInForm>
    </Said>
  );
}

function ForgottenView({ frame }: ViewProps<'forgotten'>) {
  const { page, say, show, email } = frame;
  const { locale, service } = page;
  return (
    <Said title={say('login.forgotten.title')}>
      <p>{say('login.forgotten.text')}</p>
      <LogInForm
        {...page}
        initial={{ email }}
        button={say('login.forgotten.submit')}
        send={({ email }) => tryTo('forgotten', { email: text(email), locale }, service)}
        sent={({ mail }, { email }) => show({ name: 'sent', email: text(email).trim(), mail })}
        after={() => (
          <div className="entry-others">
            <Back frame={frame} />
          </div>
        )}
      >
        <EmailField say={say} />
      </LogInForm>
    </Said>
  );
}

function SentView({ frame, email, mail }: ViewProps<'sent'>) {
  const { say } = frame;
  return (
    <Said title={say('login.sent.title')}>
      <p>{say('login.sent', { email })}</p>
      {!mail && <p className="field-notice">{say('entering.noMail')}</p>}
      <div className="entry-others">
        <Back frame={frame} />
      </div>
    </Said>
  );
}

function ResetView({ frame, token }: ViewProps<'reset'>) {
  const { page, say, show } = frame;
  return (
    <Said title={say('login.reset.title')}>
      <LogInForm
        {...page}
        initial={{ confirmation: '' }}
        button={say('login.reset.submit')}
        send={({ password }) => tryTo('reset', { token, password: text(password) }, page.service)}
        sent={() => show({ name: 'done', what: 'reset' })}
        onFault={onUsed('token', 'reset', show)}
      >
        <NewPassword say={say} />
      </LogInForm>
    </Said>
  );
}

function ConfirmView({ frame, ...view }: ViewProps<'confirm'>) {
  const { page, say, show, goOn } = frame;
  const { token, isNew } = view;
  return (
    <Said title={say('login.confirm.title')}>
      <p>{say(isNew ? 'login.confirm.newText' : 'login.confirm.text')}</p>
      <LogInForm
        key={String(isNew)}
        {...page}
        initial={{ own: false, ...(isNew && { confirmation: '' }) }}
        button={say('login.confirm.submit')}
        send={({ password, own }) =>
          tryTo('confirm', { token, isNew, password: text(password), ...device(own) }, page.service)
        }
        sent={goOn}
        onFault={onUsed('token', 'confirm', show)}
        after={() => (
          <div className="entry-others">
            <Choice
              text={say(isNew ? 'login.confirm.useOld' : 'login.confirm.useNew')}
              onClick={() => show({ ...view, isNew: !isNew })}
            />
          </div>
        )}
      >
        {isNew ? <NewPassword say={say} /> : <CurrentPassword say={say} />}
        <OwnDeviceField frame={frame} />
      </LogInForm>
    </Said>
  );
}

function DoneView({ frame, what }: ViewProps<'done'>) {
  const { say } = frame;
  return (
    <Said key={`done.${what}`} title={say(`login.done.${what}.title`)}>
      <p>{say(`login.done.${what}`)}</p>
      <p className="actions">
        <ToLogIn frame={frame} />
      </p>
    </Said>
  );
}

function OverView({ frame, link, why }: ViewProps<'over'>) {
  const { say, show } = frame;
  return (
    <Said key={`over.${link}`} title={say('login.over.title')}>
      {why && <p>{why}</p>}
      <p>{say(`login.over.${link === 'code' ? 'social' : link}`)}</p>
      <p className="actions">
        <ToLogIn frame={frame} />
        <button type="button" className="button quiet" onClick={() => show({ name: 'forgotten' })}>
          {say('login.newPassword')}
        </button>
      </p>
    </Said>
  );
}

/** Loaded for the few whom it asks. */
const ChangedTerms = lazy(() => import('./ChangedTerms.tsx'));

function TermsView({ frame: { page, say }, changed, onward }: ViewProps<'terms'>) {
  const links = { terms: page.texts.terms, account: page.links.account };
  return (
    <Said title={say('terms.title')}>
      <Suspense>
        <ChangedTerms {...page} changed={changed} links={links} say={say} onAccepted={onward} onLater={onward} />
      </Suspense>
    </Said>
  );
}

const Back = ({ frame: { say, show } }: { frame: Frame }) => (
  <Choice text={say('login.back')} onClick={() => show({ name: 'login' })} />
);

const ToLogIn = ({ frame: { say, show } }: { frame: Frame }) => (
  <button type="button" className="button" onClick={() => show({ name: 'login' })}>
    {say('login.submit')}
  </button>
);

const EmailField = ({ say, autoComplete = 'username' }: Pick<Frame, 'say'> & { autoComplete?: string }) => (
  <TextField name="email" type="email" label={say('account.email')} autoComplete={autoComplete} />
);

const CurrentPassword = ({ say }: Pick<Frame, 'say'>) => (
  <PasswordField name="password" label={say('account.password')} autoComplete="current-password" />
);

const OwnDeviceField = ({ frame: { page, say } }: { frame: Frame }) => (
  <CheckField name="own" label={say('login.own')} hint={say('login.own.hint', page.lasts)} />
);

/** A token has no field in a form: if it is used or expired, the view says what to do instead. */
const onUsed =
  (token: 'token' | 'challenge', link: Ended, show: Frame['show']) =>
  ({ field, message }: FieldFault) => {
    if (field !== token) return false;
    show({ name: 'over', link, why: message });
    return true;
  };

/** A choice beside the button of a form. */
function Choice({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className="entry-choice" onClick={onClick}>
      {text}
    </button>
  );
}

/** Shared by the pages on which users sign up and log in: words, a form, the social log-in. */
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { type Attempt, beginSocial, readSocial } from '../../api/logIn.ts';
import type { FieldFault } from '../../api/sending.ts';
import { deviceSecret } from '../../browserState/device.ts';
import type { Service } from '../../contract/common.ts';
import type { Fault } from '../../forms/faults.ts';
import { type MessageValues, speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeyPattern, KeysOf, Words } from '../../i18n/messages.ts';
import { type Answers, Form, useForm } from '../formControls/Form.tsx';
import { errorIn, failureText, faultText } from '../formControls/field.ts';
import { PasswordField, passwordRules } from '../formControls/PasswordField.tsx';
import { useFocus } from '../useFocus.ts';

export const LOG_IN_FORM_WORDS = [
  'form.*',
  'account.confirmation',
  'account.email',
  'account.error.challengeOver',
  'account.error.choiceUnknown',
  'account.error.code*',
  'account.error.confirmationDiffers',
  'account.error.email*',
  'account.error.linkUsed',
  'account.error.nicknameEmpty',
  'account.error.passkey*',
  'account.error.passwordEmpty',
  'account.error.passwordRule',
  'account.error.privacyUnaccepted',
  'account.error.termsUnaccepted',
  'account.error.text*',
  'account.error.tooLong',
  'account.failure.*',
  'account.newTab',
  'account.password',
  'account.password.rule.*',
  'account.read*',
  'account.sending',
  'entering.*',
  'error.quote',
  'nav.logOut',
  'route.userCenter',
] as const;
export type LogInFormWord = (typeof LOG_IN_FORM_WORDS)[number];

/** What both pages get. */
export interface LogInFormProps<K extends KeyPattern> {
  locale: Locale;
  lang: string;
  service: Service;
  /** Addresses of pages in the visitor's locale */
  links: { login: string; signUp: string; welcome: string; userCenter: string; account: string; ask: string };
  /** Addresses of the texts that a new user accepts */
  texts: { privacy: string; terms: string };
  words: Words<K | LogInFormWord>;
}
export type Say<K extends KeyPattern = LogInFormWord> = (key: KeysOf<K>, values?: MessageValues) => string;

/** How the visitor enters: on a device of their own or not, with its secret if it has one. */
export const device = (own: unknown) => ({ own: own === true, device: deviceSecret() });

/** 'November 21, 2026' */
export const dayIn = (lang: string) => (isoDay: string) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(isoDay));

const DIFFERS: Fault = { field: 'confirmation', key: 'confirmationDiffers', value: '' };
/** A password that was typed twice, and differs. An empty one has a fault of its own. */
const differs = ({ password, confirmation }: Answers) =>
  confirmation !== undefined && Boolean(password) && confirmation !== password;

/**
 * A form whose answers live as long as it is shown. `send` returns what has become of them; with an answer of the server
 * it is `sent` that goes on.
 */
export function LogInForm<T>({
  words,
  locale,
  lang,
  initial = {},
  button,
  send,
  sent,
  onFault,
  after,
  children,
}: {
  words: Words<LogInFormWord>;
  locale: Locale;
  lang: string;
  initial?: Answers;
  /** Words of the button */
  button: string;
  send: (answers: Answers) => Promise<Attempt<T>>;
  sent: (done: T, answers: Answers) => unknown;
  /** True if the page takes a fault to another place itself, as that of a used link */
  onFault?: (fault: FieldFault, answers: Answers) => boolean;
  /** What stands below the form */
  after?: (answers: Answers) => ReactNode;
  children: ReactNode;
}) {
  const say = speaker(words, locale);
  const { answers, faults, setFaults, useAnswer } = useForm(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const inWords = ({ field, key, value }: Fault): FieldFault => ({
    field,
    message: faultText({ key, value: key === 'textOld' ? dayIn(lang)(value) : value }, words, locale),
  });
  const submit = async () => {
    setSending(true);
    setFailure(null);
    const result = differs(answers) ? { faults: [DIFFERS] } : await send(answers);
    if ('done' in result) {
      await sent(result.done, answers);
      return;
    }
    setSending(false);
    if ('failed' in result) {
      setFaults([]);
      setFailure(failureText(result.failed, say('entering.timeout'), say));
      return;
    }
    const found = 'faults' in result ? result.faults.map(inWords) : 'fields' in result ? result.fields : [];
    if (found.some((fault) => onFault?.(fault, answers))) return;
    setFaults(found);
  };

  return (
    <>
      <Form
        className="entry-form"
        heading="h2"
        fields={{ lang, say, idOf, errorOf: errorIn(faults), useAnswer }}
        faults={faults}
        controlOf={idOf}
        failure={failure === null ? null : [say('entering.failure'), failure]}
        isSending={isSending}
        submit={submit}
        button={isSending ? say('account.sending') : button}
      >
        {children}
      </Form>
      {after?.(answers)}
    </>
  );
}

const idOf = (field: string) => `entry-${field.replaceAll('.', '-')}`;

/** A password that is chosen, with its rules, and again. */
export function NewPassword({ say, label }: { say: Say; label?: string }) {
  return (
    <>
      <PasswordField name="password" label={label ?? say('account.password')} rules={passwordRules(say)} />
      <PasswordField name="confirmation" label={say('account.confirmation')} />
    </>
  );
}

/** The social log-in, where one is configured. */
export function Social({
  say,
  locale,
  service,
  texts,
  own,
}: Pick<LogInFormProps<never>, 'texts'> & {
  say: Say;
  locale: Locale;
  service: Service;
  own: boolean;
}) {
  const [name, setName] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => void readSocial(service).then(setName), [service]);
  if (name === null) return null;
  const begin = async () => {
    try {
      location.assign(await beginSocial({ own, search: location.search, locale }, service));
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="entry-social">
      <p className="entry-or">{say('entering.or')}</p>
      {failed && (
        <p className="field-error" role="alert">
          {say('account.failure.unreachable')}
        </p>
      )}
      <button type="button" className="button quiet" onClick={begin}>
        {say('entering.social', { name })}
      </button>
      <p className="field-hint">
        {say('entering.social.accept', { name })}{' '}
        {(['terms', 'privacy'] as const).map((text) => (
          <Fragment key={text}>
            <a href={texts[text]} target="_blank" rel="noopener">
              {say(text === 'terms' ? 'account.readTerms' : 'account.readPrivacy')} {say('account.newTab')}
            </a>{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** A view of the page that says something. Its heading has the focus, so that screen readers read it. */
export function Said({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <div className="entry-said">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/** Says who is logged in already. */
export function Already({
  say,
  nickname,
  userCenter,
  logOut,
}: {
  say: Say;
  nickname: string;
  userCenter: string;
  logOut: () => void;
}) {
  return (
    <div className="entry-said">
      <p>{say('entering.already', { nickname })}</p>
      <p className="actions">
        <a className="button" href={userCenter}>
          {say('route.userCenter')}
        </a>
        <button type="button" className="button quiet" onClick={logOut}>
          {say('nav.logOut')}
        </button>
      </p>
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { trySignUp } from '../../api/logIn.ts';
import { $user } from '../../browserState/user.ts';
import type { Versions } from '../../forms/lists.ts';
import { speaker } from '../../i18n/format.ts';
import { logOutUser } from '../../stores/user.ts';
import { CheckField, TextField } from '../formControls/controls.tsx';
import { Website } from '../formControls/Website.tsx';
import {
  Already,
  dayIn,
  LOG_IN_FORM_WORDS,
  LogInForm,
  type LogInFormProps,
  NewPassword,
  Said,
  Social,
} from './logInForms.tsx';

export const SIGN_UP_WORDS = [
  ...LOG_IN_FORM_WORDS,
  'account.accept*',
  'account.brokerNumber*',
  'account.nickname*',
  'ask.website',
  'route.login',
  'signUp.*',
] as const;

export interface Props extends LogInFormProps<(typeof SIGN_UP_WORDS)[number]> {
  versions: Versions;
}

/** Signs a visitor up. Nothing that is typed stays on the device. */
export default function SignUp({ locale, lang, service, links, versions, texts, words }: Props) {
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [sent, setSent] = useState<{ email: string; mail: boolean } | null>(null);
  const [website, setWebsite] = useState('');

  if (sent) {
    return (
      <Said title={say(sent.mail ? 'signUp.done.title' : 'signUp.noMail.title')}>
        {sent.mail ? (
          <>
            <p>{say('signUp.done', { email: sent.email })}</p>
            <p>{say('signUp.done.nothing')}</p>
          </>
        ) : (
          <p className="field-notice">{say('entering.noMail')}</p>
        )}
        <div className="entry-others">
          <button type="button" className="entry-choice" onClick={() => setSent(null)}>
            {say('signUp.again')}
          </button>
        </div>
      </Said>
    );
  }
  if (typeof user === 'object' && user !== null) {
    const logOut = () => void logOutUser(service);
    return <Already say={say} logOut={logOut} nickname={user.nickname} userCenter={links.userCenter} />;
  }
  const accept = (text: 'privacy' | 'terms', label: string, read: string) => (
    <CheckField
      name={`agreements.${text}`}
      value={versions[text]}
      label={label}
      hint={
        <a href={texts[text]} target="_blank" rel="noopener">
          {read} {say('account.newTab')}
        </a>
      }
    />
  );
  const day = dayIn(lang);
  return (
    <LogInForm
      words={words}
      locale={locale}
      lang={lang}
      initial={{ email: '', nickname: '', brokerNumber: '', confirmation: '' }}
      button={say('signUp.submit')}
      send={({ email, password, nickname, brokerNumber, ...answers }) =>
        trySignUp(
          {
            locale,
            email,
            password,
            nickname,
            brokerNumber,
            website,
            agreements: { privacy: answers['agreements.privacy'], terms: answers['agreements.terms'] },
          },
          versions,
          service,
        )
      }
      sent={({ mail }, { email }) => setSent({ email: String(email).trim(), mail })}
      onFault={({ field }) => {
        if (field === 'website') setWebsite('');
        return false;
      }}
      after={() => (
        <>
          <Social say={say} locale={locale} service={service} texts={texts} own={false} />
          <div className="entry-others">
            <p>
              {say('signUp.known')} <a href={links.login}>{say('route.login')}</a>
            </p>
          </div>
        </>
      )}
    >
      <TextField
        name="email"
        type="email"
        label={say('account.email')}
        hint={say('signUp.email.hint')}
        autoComplete="username"
      />
      <NewPassword say={say} />
      <TextField
        name="nickname"
        label={say('account.nickname')}
        hint={say('account.nickname.hint')}
        autoComplete="nickname"
      />
      <TextField
        name="brokerNumber"
        label={say('account.brokerNumber')}
        hint={say('account.brokerNumber.hint')}
        autoComplete="off"
        optional
        spellCheck={false}
      />
      {accept('privacy', say('account.acceptPrivacy', { date: day(versions.privacy) }), say('account.readPrivacy'))}
      {accept('terms', say('account.acceptTerms', { date: day(versions.terms) }), say('account.readTerms'))}
      <Website label={say('ask.website')} value={website} onChange={setWebsite} />
    </LogInForm>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readRole } from '../../api/publicProfile.ts';
import { $user } from '../../browserState/user.ts';
import type { Service } from '../../contract/common.ts';
import { ROLES, type Role } from '../../forms/lists.ts';
import { ROLE_WORDS } from '../../forms/messageKeys.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';

export const WELCOME_WORDS = ['account.role.*', 'route.userCenter', 'welcome.*'] as const;

export interface Props {
  locale: Locale;
  service: Service;
  links: { openAccount: string; userCenter: string; flash: string; read: Record<Role, string> };
  words: Words<(typeof WELCOME_WORDS)[number]>;
}

/** What a new user can do next, by role. */
export default function Welcome({ locale, service, links, words }: Props) {
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [role, setRole] = useState<Role>('investor');
  const [hasApplied, setApplied] = useState(false);
  const isUser = user !== null;
  useEffect(() => {
    if (!isUser) return;
    void readRole(service).then((found) => {
      if (found?.role) setRole(found.role);
      setApplied(found?.hasApplied ?? false);
    });
  }, [isUser, service]);
  const steps = [
    hasApplied
      ? { href: links.userCenter, name: 'welcome.applied' as const, text: 'welcome.applied.text' as const }
      : { href: links.openAccount, name: 'welcome.open' as const, text: 'welcome.open.text' as const },
    {
      href: links.read[role],
      name: `welcome.read.${role}` as const,
      text: role === 'investor' ? ('welcome.read.lesson' as const) : ('welcome.read.text' as const),
    },
    { href: links.flash, name: 'welcome.flash' as const, text: 'welcome.flash.text' as const },
  ];
  return (
    <div className="welcome">
      <p className="welcome-name">
        {typeof user === 'object' && user !== null && say('welcome.named', { nickname: user.nickname })}
      </p>
      <fieldset className="welcome-roles">
        <legend>{say('welcome.role')}</legend>
        {ROLES.map((item) => (
          <label key={item}>
            <input type="radio" name="role" checked={item === role} onChange={() => setRole(item)} />
            {say(ROLE_WORDS[item].name)}
          </label>
        ))}
      </fieldset>
      <ol className="welcome-steps" aria-label={say('welcome.steps')}>
        {steps.map(({ href, name, text }) => (
          <li key={name}>
            <a href={href}>{say(name)}</a>
            <p>{say(text)}</p>
          </li>
        ))}
      </ol>
      <p className="actions">
        <a className="button quiet" href={links.userCenter}>
          {say('welcome.skip')}
        </a>
      </p>
    </div>
  );
}

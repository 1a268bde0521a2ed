import { useStore } from '@nanostores/react';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $center } from '../../stores/center.ts';
import { $flashChoice, EVERYTHING } from '../../stores/flashFilter.ts';

export const WELCOME_WORDS = ['welcome.*'] as const;

export interface Props {
  locale: Locale;
  links: { openAccount: string; security: string; userCenter: string; flash: string };
  words: Words<(typeof WELCOME_WORDS)[number]>;
}

/** What a new user can do next, and what is done. islands/profile/Who.ts reads the user center. */
export default function Welcome({ locale, links, words }: Props) {
  const say = speaker(words, locale);
  const center = useStore($center, { ssr: () => null });
  const flash = useStore($flashChoice, { ssr: () => EVERYTHING });
  const hasApplied = center !== null && center.applications.length > 0;
  const steps = [
    hasApplied
      ? ({ name: 'applied', href: links.userCenter, isDone: true } as const)
      : ({ name: 'open', href: links.openAccount, isDone: false } as const),
    { name: 'protect', href: links.security, isDone: center?.twoStep ?? false } as const,
    { name: 'flash', href: links.flash, isDone: JSON.stringify(flash) !== JSON.stringify(EVERYTHING) } as const,
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="welcome">
      <p className="welcome-progress" role="status">
        {say('welcome.progress', { done, all: steps.length })}
      </p>
      <ol className="welcome-steps" aria-label={say('welcome.steps')}>
        {steps.map(({ name, href, isDone }) => (
          <li key={name} data-done={isDone || undefined}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={isDone ? 'm7 12.5 3.5 3.5L17 9' : ''} />
            </svg>
            <a href={href}>
              {say(`welcome.${name}`)}
              {isDone && <span className="unseen">: {say('welcome.done')}</span>}
            </a>
            <p>{say(`welcome.${name}.text`)}</p>
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

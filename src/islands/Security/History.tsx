import type { SignIn } from '../../contract/users.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { Say } from '../Profile/parts.tsx';
import { instantIn } from '../Profile/time.ts';
import { SEEN_WORDS, seenIn } from './seen.ts';

const OUTCOMES = {
  entered: 'user.security.history.entered',
  password: 'user.security.history.password',
  code: 'user.security.history.code',
  locked: 'user.security.history.locked',
} as const;
const METHODS = {
  password: 'user.security.history.byPassword',
  social: 'user.security.history.bySocial',
  confirmed: 'user.security.history.byConfirmed',
} as const;

export const HISTORY_WORDS = [
  ...SEEN_WORDS,
  ...Object.values(OUTCOMES),
  ...Object.values(METHODS),
  'user.security.history.none',
  'user.security.history.times',
] as const satisfies readonly MessageKey[];

/** The latest log-ins, also those that failed. */
export function History({
  signIns,
  locale,
  lang,
  say,
}: {
  signIns: readonly SignIn[];
  locale: Locale;
  lang: string;
  say: Say<(typeof HISTORY_WORDS)[number]>;
}) {
  const instant = instantIn(lang);
  if (signIns.length === 0) return <p className="field-hint">{say('user.security.history.none')}</p>;
  return (
    <ol className="sign-ins">
      {signIns.map((signIn, index) => {
        const { device, place } = seenIn({ locale, say }, signIn);
        const { at, outcome, method, times } = signIn;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            <time dateTime={at}>{instant(at)}</time>
            <div>
              <strong data-wrong={outcome !== 'entered' || undefined}>{say(OUTCOMES[outcome])}</strong>
              {times > 1 && <p>{say('user.security.history.times', { times })}</p>}
              {outcome !== 'password' && <p>{say(METHODS[method])}</p>}
              <p>
                {device} · {place}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

import type { SignIn } from '../../../contract/users.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { instantIn } from '../../time.ts';
import type { Say } from '../parts.tsx';
import { seenIn } from './seen.ts';

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
  say: Say<'user.signIn.*'>;
}) {
  const instant = instantIn(lang);
  if (signIns.length === 0) return <p className="field-hint">{say('user.signIn.none')}</p>;
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
              <strong data-wrong={outcome !== 'entered' || undefined}>{say(`user.signIn.${outcome}`)}</strong>
              {times > 1 && <p>{say('user.signIn.times', { times })}</p>}
              {outcome !== 'password' && <p>{say(`user.signIn.by.${method}`)}</p>}
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

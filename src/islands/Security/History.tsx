import { instantIn } from '../Profile/time.ts';
import { seenIn } from './seen.ts';
import type { Part } from './words.ts';

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

/** The latest log-ins, also those that failed. */
export function History(part: Part) {
  const { data, say, lang } = part;
  const instant = instantIn(lang);
  if (data.signIns.length === 0) return <p className="field-hint">{say('user.security.history.none')}</p>;
  return (
    <ol className="sign-ins">
      {data.signIns.map((signIn, index) => {
        const { device, place } = seenIn(part, signIn);
        const { at, outcome, method } = signIn;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            <time dateTime={at}>{instant(at)}</time>
            <div>
              <strong data-wrong={outcome !== 'entered' || undefined}>{say(OUTCOMES[outcome])}</strong>
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

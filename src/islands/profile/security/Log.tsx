import { useState } from 'react';
import type { Service } from '../../../contract/common.ts';
import { logCall } from '../../../contract/users.ts';
import { LOG_KINDS } from '../../../forms/lists.ts';
import { LOG_KIND_WORDS } from '../../../forms/messageKeys.ts';
import { Pages } from '../../company/more.tsx';
import { Pick } from '../../company/parts.tsx';
import { instantIn } from '../../time.ts';
import type { Say } from '../parts.tsx';
import type { SecurityWord } from './securityWords.ts';

/** What happened in the account, in pages, by kind. */
export function Log({
  service,
  loginHref,
  lang,
  say,
}: {
  service: Service;
  loginHref: string;
  lang: string;
  say: Say<SecurityWord>;
}) {
  const [kind, setKind] = useState('');
  const instant = instantIn(lang);
  return (
    <>
      <div className="company-search">
        <Pick
          id="log-kind"
          label={say('user.log.filter')}
          value={kind}
          options={LOG_KINDS.map((value) => ({ value, text: say(LOG_KIND_WORDS[value]) }))}
          empty={say('user.log.all')}
          onPick={setKind}
        />
      </div>
      <Pages
        key={kind}
        described={logCall}
        place={{ query: { kind } }}
        service={service}
        loginHref={loginHref}
        say={say}
      >
        {({ entries }, _, isFirst) =>
          entries.length === 0 && isFirst ? (
            <p className="field-hint">{say('user.log.none')}</p>
          ) : (
            <ol className="sign-ins">
              {entries.map(({ id, at, text }) => (
                <li key={id}>
                  <time dateTime={at}>{instant(at)}</time>
                  <div>{text}</div>
                </li>
              ))}
            </ol>
          )
        }
      </Pages>
    </>
  );
}

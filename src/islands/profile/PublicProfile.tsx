import { useEffect, useState } from 'react';
import { readPublic } from '../../api/publicProfile.ts';
import type { Service } from '../../contract/common.ts';
import type { PublicUser } from '../../contract/users.ts';
import { ROLE_WORDS } from '../../forms/messageKeys.ts';
import { countryName } from '../../i18n/countries.ts';
import { speaker } from '../../i18n/format.ts';
import { initialsOf } from '../../i18n/initials.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { LICENSE_WORDS, licenseLine } from './License.ts';
import { EmailAddress } from './parts.tsx';
import { dayIn } from './time.ts';

export const PUBLIC_WORDS = ['account.licence', 'account.role.*', 'news.again', 'public.*', ...LICENSE_WORDS] as const;

interface Props {
  locale: Locale;
  lang: string;
  service: Service | null;
  company: string;
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
  words: Words<(typeof PUBLIC_WORDS)[number]>;
}

/**
 * Shows the user whom the address names, on the one page that serves all. The HTML of that page says that there is none;
 * Profile.css hides this text unless `data-item` is 'missing'.
 */
export default function PublicProfile({ locale, lang, service, company, licenses, words }: Props) {
  const say = speaker(words, locale);
  const [found, setFound] = useState<{ user: PublicUser } | 'looking' | 'missing' | 'failed'>('looking');
  useEffect(() => {
    const nickname = nicknameIn(location.pathname);
    // Our server has looked already; other hosts send this page for every address.
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!service || !nickname || page?.responseStatus === 404) setFound('missing');
    else void readPublic(nickname, service).then(setFound);
  }, [service]);

  const status = typeof found === 'object' ? 'found' : found;
  useEffect(() => {
    document.documentElement.dataset.item = status;
    if (typeof found === 'object') document.title = `${found.user.nickname} · ${company}`;
  }, [found, status, company]);

  if (found === 'missing') return null;
  if (found === 'looking') return <p className="wrap public-looking">{say('public.looking')}</p>;
  if (found === 'failed') {
    return (
      <div className="wrap opening">
        <p className="lead">{say('public.failed')}</p>
        <p className="actions">
          <button type="button" className="button" onClick={() => location.reload()}>
            {say('news.again')}
          </button>
        </p>
      </div>
    );
  }
  const { nickname, avatar, email, base, license } = found.user;
  const country = base?.country && countryName(base.country, locale);
  return (
    <article className="wrap public-user">
      <header className="opening user-card">
        {avatar ? (
          <img className="avatar" src={(service?.base ?? '') + avatar} width={128} height={128} alt="" />
        ) : (
          <span className="avatar user-initials" aria-hidden="true">
            {initialsOf(nickname)}
          </span>
        )}
        <h1>{nickname}</h1>
      </header>
      {!email && !base && !license && <p>{say('public.private')}</p>}
      <dl className="profile-facts">
        {base?.role && (
          <div>
            <dt>{say('public.role')}</dt>
            <dd>{say(ROLE_WORDS[base.role].name)}</dd>
          </div>
        )}
        {license && (
          <div>
            <dt>{say('account.licence')}</dt>
            <dd>{licenseLine(license, licenses, lang, say)}</dd>
          </div>
        )}
        {country && (
          <div>
            <dt>{say('public.country')}</dt>
            <dd>{country}</dd>
          </div>
        )}
        {base && (
          <div>
            <dt>{say('public.since', { company })}</dt>
            <dd>{dayIn(lang)(base.since)}</dd>
          </div>
        )}
        {email && (
          <div>
            <dt>{say('public.email')}</dt>
            <dd>
              <a href={`mailto:${email}`}>
                <EmailAddress address={email} />
              </a>
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
}

/** '/ja/u/%E5%B1%B1' → '山'; '' if there is none */
function nicknameIn(pathname: string): string {
  try {
    return decodeURIComponent(/\/u\/([^/]+)$/.exec(pathname)?.[1] ?? '');
  } catch {
    return '';
  }
}

import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import type { SearchFile, Suggestion } from '../../contract/search.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { splitLocale } from '../../i18n/urls.ts';
import { $recent } from '../../stores/recent.ts';
import { Group } from './Results.tsx';

interface Props {
  locale: Locale;
  suggested: SearchFile<Words<'search.*'>>;
}

/** What the dialog offers before anything is typed: pages seen last on this device, the products, news and help. */
export function Suggestions({ locale, suggested: { words, products, places } }: Props) {
  const say = speaker(words, locale);
  const recent = useStore($recent)
    .filter(([path]) => path !== location.pathname && splitLocale(path).locale === locale)
    .map(([address, title]) => ({ address, title }));
  const forget = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    $recent.set([]);
    // The button goes with the list.
    currentTarget.closest('search')?.querySelector('input')?.focus();
  };
  return (
    <>
      {recent.length > 0 && (
        <>
          <Group name={say('search.recent')}>
            <Links to={recent} />
          </Group>
          <button type="button" className="search-forget" onClick={forget}>
            {say('search.forget')}
          </button>
        </>
      )}
      <Group name={say('search.products')} className="search-short">
        <Links to={products} />
      </Group>
      <Group name={say('search.places')} className="search-short">
        <Links to={places} />
      </Group>
    </>
  );
}

function Links({ to }: { to: readonly Suggestion[] }) {
  return to.map(({ address, title }) => (
    <li key={address}>
      <a className="search-hit" href={address}>
        <span>{title}</span>
      </a>
    </li>
  ));
}

import { useStore } from '@nanostores/react';
import type { MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { $applicationLists } from '../../stores/applicationLists.ts';
import { countryOptions } from '../countryOptions.ts';
import { Group, Options, useField } from '../formControls/controls.tsx';
import { useFields } from '../formControls/field.ts';

/** Countries and regions, each with a list of its own; one that is left empty does not count. */
export function MarketsField({
  locale,
  most,
  again,
  say,
}: {
  locale: Locale;
  most: number;
  /** Loads the list of countries again */
  again: () => void;
  say: (key: KeysOf<'account.choose' | 'account.list*' | 'enquiry.*'>, values?: MessageValues) => string;
}) {
  const { countries } = useStore($applicationLists, { ssr: 'initial' });
  const hint = say('enquiry.markets.hint', { most });
  const { id, tied } = useField({ name: 'markets', hint });
  const [answer, give] = useFields().useAnswer('markets');
  const chosen: string[] = Array.isArray(answer) && answer.length > 0 ? answer.map(String) : [''];
  const options = countryOptions(countries, locale);
  return (
    <Group name="markets" label={say('enquiry.fact.markets')} hint={hint}>
      {countries === 'failed' && (
        <div className="field-notice" role="alert">
          <p>{say('account.listFailed')}</p>
          <p className="actions">
            <button type="button" className="button quiet" onClick={again}>
              {say('account.listAgain')}
            </button>
          </p>
        </div>
      )}
      <div className="enquiry-markets">
        {chosen.map((code, index) => (
          <select
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list is all that one is
            key={index}
            id={index === 0 ? id : `${id}-${index}`}
            className="input"
            aria-label={say('enquiry.market', { place: index + 1 })}
            {...tied}
            value={code}
            onChange={({ target }) => give(chosen.map((item, place) => (place === index ? target.value : item)))}
          >
            <option value="">{say(countries === 'loading' ? 'account.listLoading' : 'account.choose')}</option>
            <Options options={options} />
          </select>
        ))}
      </div>
      {chosen.length < most && (
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => give([...chosen, ''])}>
            {say('enquiry.markets.add')}
          </button>
        </p>
      )}
    </Group>
  );
}

import { useEffect, useState } from 'react';
import type { Service } from '../../contract/common.ts';
import type { ModerationYear } from '../../contract/moderation.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import type { COUNT_WORDS } from './postWords.ts';

interface Props {
  locale: Locale;
  service: Service;
  words: Words<(typeof COUNT_WORDS)[number]>;
}

/** How many reports, decisions and appeals there were in each year. */
export default function Counts({ locale, service, words }: Props) {
  const say = speaker(words, locale);
  const [years, setYears] = useState<ModerationYear[] | 'reading' | 'failed'>('reading');
  useEffect(() => {
    import('../../api/lazy/moderation.ts')
      .then(({ moderationCountsCall, request }) => request(moderationCountsCall, service))
      .then(
        (data) => setYears(data.years),
        () => setYears('failed'),
      );
  }, [service]);
  if (years === 'failed') return <p>{say('moderation.counts.failed')}</p>;
  if (years === 'reading') return <p aria-busy="true">{say('moderation.counts.reading')}</p>;
  const rows = rowsOf(years).map(({ key, label, count }) => ({ key, label: label.map((word) => say(word)), count }));
  return (
    <div className="table-wrap">
      <table>
        <caption>{say('moderation.counts')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('moderation.counts.what')}</th>
            {years.map(({ year }) => (
              <th scope="col" key={year} className="number">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, count }) => (
            <tr key={key}>
              <th scope="row">{label.join(' · ')}</th>
              {years.map((year) => (
                <td key={year.year} className="number">
                  {count(year)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Decided = ModerationYear['decisions'][number];
const isSame = (a: Decided, b: Decided) => a.kind === b.kind && a.outcome === b.outcome && a.reason === b.reason;
const keyOf = ({ kind, outcome, reason }: Decided) => `${kind} ${outcome} ${reason}`;

const APPEALS = ['appeals', 'restored', 'reportAppeals', 'withdrawn'] as const;

/** The rows: reports, each sort of decision that there was in any year, appeals. */
function rowsOf(years: ModerationYear[]) {
  const sorts = new Map(years.flatMap(({ decisions }) => decisions).map((one) => [keyOf(one), one]));
  const decided = [...sorts].map(([key, sort]) => ({
    key,
    label: [
      `moderation.outcome.${sort.outcome}` as const,
      `moderation.kind.${sort.kind}` as const,
      ...(sort.reason ? [`report.reason.${sort.reason}` as const] : []),
    ],
    count: ({ decisions }: ModerationYear) => decisions.find((one) => isSame(one, sort))?.count ?? 0,
  }));
  const none = {
    key: 'decisions',
    label: ['moderation.counts.decisions' as const],
    count: ({ decisions }: ModerationYear) => decisions.reduce((sum, { count }) => sum + count, 0),
  };
  const whole = (what: 'reports' | (typeof APPEALS)[number]) => ({
    key: what,
    label: [`moderation.counts.${what}` as const],
    count: (year: ModerationYear) => year[what],
  });
  return [whole('reports'), none, ...decided, ...APPEALS.map(whole)];
}

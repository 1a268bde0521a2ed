import { useEffect, useState } from 'react';
import type { CallData, Service } from '../../contract/common.ts';
import type { seriesPointsCall } from '../../contract/market.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { type HISTORY_WORDS, Line } from '../market/Line.tsx';
import { inRange, monthsBefore, withNewest } from '../market/plot.ts';

const MOST_MONTHS = 60;

type Found = CallData<typeof seriesPointsCall> | 'looking' | 'failed';

async function read(id: string, service: Service): Promise<Found> {
  try {
    const { request, seriesPointsCall: call } = await import('../../api/lazy/market.ts');
    const from = monthsBefore(new Date().toISOString().slice(0, 10), MOST_MONTHS);
    return await request(call, service, { parameters: { id }, query: { from } });
  } catch {
    return 'failed';
  }
}

/** The official series that a post shows: of monthly values five years, of daily ones the last. */
export default function PostChart({ id, service, locale, words, failed }: Props) {
  const [found, setFound] = useState<Found>('looking');
  useEffect(() => void read(id, service).then(setFound), [id, service]);
  if (typeof found !== 'object') return found === 'failed' ? <p className="field-hint">{failed}</p> : null;
  const { series, points } = found;
  const shown = inRange(withNewest(points, series.newest), series.kind === 'monthly' ? 'y5' : 'y1');
  return shown.length > 1 ? <Line series={series} points={shown} locale={locale} words={words} /> : null;
}

interface Props {
  id: string;
  service: Service;
  locale: Locale;
  words: Words<(typeof HISTORY_WORDS)[number]>;
  /** That it could not be read */
  failed: string;
}

import { useStore } from '@nanostores/react';
import { $market } from '../../stores/market.ts';
import { type Family, hasValues, type ShownSeries } from './families.ts';

interface Props {
  legend: string;
  families: readonly Family[];
  list: readonly ShownSeries[];
  chosen: string | undefined;
  nameOf: (family: Family) => string;
  choose: (id: string) => void;
}

/** Chips of publishers that have values; those whose values may still come keep their place. */
export default function Families({ legend, families, list, chosen, nameOf, choose }: Props) {
  const isWaiting = useStore($market, { ssr: 'initial' }).state === 'waiting';
  const shown = families.filter((family) => isWaiting || hasValues(family, list));
  return (
    shown.length > 1 && (
      <fieldset className="chips market-chips">
        <legend>{legend}</legend>
        {shown.map((family) => (
          <button
            key={family.id}
            type="button"
            className="chip"
            aria-pressed={family.id === chosen}
            disabled={isWaiting && !hasValues(family, list)}
            onClick={() => choose(family.id)}
          >
            {nameOf(family)}
          </button>
        ))}
      </fieldset>
    )
  );
}

import { type Family, familyId, type ShownSeries } from './families.ts';

interface Props {
  legend: string;
  families: readonly Family[];
  list: readonly ShownSeries[];
  chosen: string | undefined;
  nameOf: (family: Family) => string;
  choose: (id: string) => void;
}

/** Chips of publishers; those whose values have not come cannot be chosen. */
export default function Families({ legend, families, list, chosen, nameOf, choose }: Props) {
  return (
    <fieldset className="chips market-chips">
      <legend>{legend}</legend>
      {families.map((family) => (
        <button
          key={family.id}
          type="button"
          className="chip"
          aria-pressed={family.id === chosen}
          disabled={!list.some((series) => series.newest && familyId(series) === family.id)}
          onClick={() => choose(family.id)}
        >
          {nameOf(family)}
        </button>
      ))}
    </fieldset>
  );
}

import { lookUp } from '../../lookUp.ts';
import { TABLE_WORDS } from './tableWords.ts';
import { isSame } from './value.ts';

interface Props {
  mine: unknown;
  theirs: unknown;
  take: () => void;
  keep: () => void;
}

/** Says that the entry has other words now, and shows both where they differ. */
export function ChangedEntry({ mine, theirs, take, keep }: Props) {
  const [own, other] = [mine, theirs].map((value) => Object(value ?? {}) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const names = [...new Set([...Object.keys(other), ...Object.keys(own)])].filter(
    (name) => !isSame(lookUp(own, name), lookUp(other, name)),
  );
  const text = (value: unknown) =>
    value === undefined ? TABLE_WORDS.noWords : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <section className="desk-changed" role="alert" aria-labelledby="changed">
      <h2 id="changed">{TABLE_WORDS.changedTitle}</h2>
      <p>{TABLE_WORDS.changedText}</p>
      {names.map((name) => (
        <div key={name} className="beside">
          <div>
            <h3>
              {name}: {TABLE_WORDS.theirs}
            </h3>
            <div className="source-text">{text(lookUp(other, name))}</div>
          </div>
          <div>
            <h3>
              {name}: {TABLE_WORDS.mine}
            </h3>
            <div className="source-text">{text(lookUp(own, name))}</div>
          </div>
        </div>
      ))}
      <p className="desk-tools">
        <button type="button" className="button" onClick={keep}>
          {TABLE_WORDS.keepMine}
        </button>
        <button type="button" className="button quiet" onClick={take}>
          {TABLE_WORDS.takeTheirs}
        </button>
      </p>
    </section>
  );
}

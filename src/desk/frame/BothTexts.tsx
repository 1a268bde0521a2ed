import { EDIT_WORDS } from './deskWords.ts';

interface Props {
  title: string;
  about: string;
  /** What differs, by its name on the page */
  differing: readonly { name: string; theirs: string; mine: string }[];
  keepMine: { text: string; act: () => void };
  takeTheirs: { text: string; act: () => void };
}

/** Says that what is edited has changed in its file, and shows both, so that the editor decides. */
export function BothTexts({ title, about, differing, keepMine, takeTheirs }: Props) {
  return (
    <section className="desk-changed" role="alert" aria-labelledby="changed">
      <h2 id="changed">{title}</h2>
      <p>{about}</p>
      {differing.map(({ name, theirs, mine }) => (
        <div key={name} className="desk-pair">
          <div>
            <h3>
              {name}: {EDIT_WORDS.theirs}
            </h3>
            <div className="source-text">{theirs}</div>
          </div>
          <div>
            <h3>
              {name}: {EDIT_WORDS.mine}
            </h3>
            <div className="source-text">{mine}</div>
          </div>
        </div>
      ))}
      <p className="desk-tools">
        <button type="button" className="button" onClick={keepMine.act}>
          {keepMine.text}
        </button>
        <button type="button" className="button quiet" onClick={takeTheirs.act}>
          {takeTheirs.text}
        </button>
      </p>
    </section>
  );
}

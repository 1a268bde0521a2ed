import type { OpenPage } from '../server/pageCalls.ts';
import type { EditedPage } from './usePage.ts';
import { EDIT_WORDS } from './words.ts';

/** Says that the file has another text now, and shows both, section by section. */
export function Changed({ edited, opened, changed }: { edited: EditedPage; opened: OpenPage; changed: OpenPage }) {
  const mine = opened.sections.map(({ id, text }, at) => ({ id, text: edited.draft.sections[at] ?? text }));
  const differing = changed.sections.flatMap(({ id, heading, text }) => {
    const own = mine.find((one) => one.id === id);
    return own?.text === text ? [] : [{ id, heading: heading || EDIT_WORDS.opening, text, own: own?.text ?? '' }];
  });
  return (
    <section className="desk-changed" role="alert" aria-labelledby="changed">
      <h2 id="changed">{EDIT_WORDS.changedTitle}</h2>
      <p>{EDIT_WORDS.changedText}</p>
      {differing.map(({ id, heading, text, own }) => (
        <div key={id} className="beside">
          <div>
            <h3>
              {heading}: {EDIT_WORDS.theirs}
            </h3>
            <div className="source-text">{text}</div>
          </div>
          <div>
            <h3>
              {heading}: {EDIT_WORDS.mine}
            </h3>
            <div className="source-text">{own}</div>
          </div>
        </div>
      ))}
      <p className="desk-tools">
        <button type="button" className="button" onClick={edited.keepMine}>
          {EDIT_WORDS.keepMine}
        </button>
        <button type="button" className="button quiet" onClick={edited.takeTheirs}>
          {EDIT_WORDS.takeTheirs}
        </button>
      </p>
    </section>
  );
}

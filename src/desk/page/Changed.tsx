import { BothTexts } from '../frame/BothTexts.tsx';
import { EDIT_WORDS } from '../frame/editWords.ts';
import type { OpenPage } from './pageCalls.ts';
import type { EditedPage } from './usePage.ts';

/** Says that the file has another text now, and shows both, section by section. */
export function Changed({ edited, opened, changed }: { edited: EditedPage; opened: OpenPage; changed: OpenPage }) {
  const own = new Map(opened.sections.map(({ id, text }, at) => [id, edited.draft.sections[at] ?? text]));
  const differing = changed.sections.flatMap(({ id, heading, text }) => {
    const mine = own.get(id);
    return mine === text ? [] : [{ name: heading || EDIT_WORDS.opening, theirs: text, mine: mine ?? '' }];
  });
  return (
    <BothTexts
      title={EDIT_WORDS.changedTitle}
      about={EDIT_WORDS.changedText}
      differing={differing}
      keepMine={{ text: EDIT_WORDS.keepMine, act: edited.keepMine }}
      takeTheirs={{ text: EDIT_WORDS.takeTheirs, act: edited.takeTheirs }}
    />
  );
}

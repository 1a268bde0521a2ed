import type { OpenPage } from '../server/pageCalls.ts';
import { BothTexts } from './BothTexts.tsx';
import type { EditedPage } from './usePage.ts';
import { EDIT_WORDS } from './words.ts';

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

/** What can be recorded of a translation, by its state: the buttons of the comparison and of the page that edits it. */
import type { State } from '../../authoring/translation/states.ts';
import { ACT_WORDS } from '../frame/deskWords.ts';

const begin = { name: 'beginTranslation', text: ACT_WORDS.begin, about: ACT_WORDS.aboutBegin } as const;
const done = { name: 'recordTranslated', text: ACT_WORDS.done, about: ACT_WORDS.aboutDone } as const;
const accept = { name: 'acceptEnglish', text: ACT_WORDS.accept, about: ACT_WORDS.aboutAccept } as const;
const seen = { name: 'recordReviewed', text: ACT_WORDS.reviewed, about: ACT_WORDS.aboutReviewed } as const;

export type TextAct = typeof begin | typeof done | typeof accept | typeof seen;

export const TEXT_ACTS: Readonly<Record<State, readonly TextAct[]>> = {
  missing: [begin],
  overlay: [begin],
  draft: [done],
  unrecorded: [done],
  outdated: [done, accept],
  current: [seen],
  unreadable: [],
  orphan: [],
};

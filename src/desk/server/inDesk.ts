/** The words of commands of the terminal, told by the buttons that do the same in the desk. */
import { lookUp } from '../../lookUp.ts';
import { ACT_WORDS } from '../frame/words.ts';

const BUTTONS = {
  new: ACT_WORDS.begin,
  done: ACT_WORDS.done,
  accept: ACT_WORDS.accept,
  reviewed: ACT_WORDS.reviewed,
  meant: ACT_WORDS.meant,
  keep: ACT_WORDS.keep,
};

/** A remedy or a refusal of the terminal, in the words of the desk. */
export const inDesk = (told: string): string =>
  told.replace(/npm run translations -- (\w+)[^\n.;]*/g, (command, name: string) => {
    const button = lookUp(BUTTONS, name);
    return button ? `‘${button}’` : command;
  });

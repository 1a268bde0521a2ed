import type { TranslationCommand } from '../../catalogue/problem.ts';
import { ACT_WORDS } from '../frame/deskWords.ts';

/** The buttons that do the same as commands of the terminal. */
const BUTTONS = {
  new: ACT_WORDS.begin,
  done: ACT_WORDS.done,
  accept: ACT_WORDS.accept,
  reviewed: ACT_WORDS.reviewed,
  meant: ACT_WORDS.intended,
  keep: ACT_WORDS.keep,
} satisfies Record<TranslationCommand['name'], string>;

/** A remedy or a refusal with the button of the desk in place of its command. */
export const withButton = (text: string, command: TranslationCommand | undefined): string =>
  command ? text.replace(command.line, () => `‘${BUTTONS[command.name]}’`) : text;

import { lookUp } from '../../lookUp.ts';
import { isSame } from '../fields/value.ts';
import { BothTexts } from '../frame/BothTexts.tsx';
import { EDIT_WORDS } from '../frame/editWords.ts';
import { TABLE_WORDS } from './tableWords.ts';

interface Props {
  mine: unknown;
  theirs: unknown;
  take: () => void;
  keep: () => void;
}

const fieldsOf = (value: unknown) => Object(value ?? {}) as Record<string, unknown>;
const shown = (value: unknown) =>
  value === undefined ? EDIT_WORDS.none : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Says that the entry has other words now, and shows both where they differ. */
export function ChangedEntry({ mine, theirs, take, keep }: Props) {
  const [own, other] = [fieldsOf(mine), fieldsOf(theirs)];
  const names = [...new Set([...Object.keys(other), ...Object.keys(own)])].filter(
    (name) => !isSame(lookUp(own, name), lookUp(other, name)),
  );
  return (
    <BothTexts
      title={TABLE_WORDS.changedTitle}
      about={TABLE_WORDS.changedText}
      differing={names.map((name) => ({ name, theirs: shown(lookUp(other, name)), mine: shown(lookUp(own, name)) }))}
      keepMine={{ text: TABLE_WORDS.keepMine, act: keep }}
      takeTheirs={{ text: TABLE_WORDS.takeTheirs, act: take }}
    />
  );
}

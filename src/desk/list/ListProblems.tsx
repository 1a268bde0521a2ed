/** The problems, file by file, with what mends them. */

import { call } from '../frame/callServer.ts';
import { ProblemTold } from '../frame/ProblemList.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import { ChangeList, ChangesTold } from '../texts/ChangeList.tsx';
import { useChanges } from '../texts/useChanges.ts';
import type { ListedProblem } from './folder.ts';
import { byFile } from './listTasks.ts';
import { LIST_WORDS } from './listWords.ts';

/** Fewer are shown at once; of more, those of a file are opened. */
const FEW = 8;

interface Props {
  /** Null while they are looked for */
  problems: readonly ListedProblem[] | null;
  /** Why they could not be found the last time; '' if they could */
  fault: string;
  /** How their files are called */
  titles: ReadonlyMap<string, string>;
  onChanged: () => void;
}

export function ListProblems({ problems, fault, titles, onChanged }: Props) {
  const changes = useChanges(onChanged);
  const show = (chosen: { file?: string; line?: number; what?: string }) =>
    void changes.show(() => call('mendings', chosen));
  const files = [...byFile(problems ?? [])];
  const isAny = problems?.some(({ isMendable }) => isMendable);
  return (
    <section className="desk-problems" aria-labelledby="problems">
      <h2 id="problems">
        {LIST_WORDS.problems} {problems && <small>{problems.length}</small>}
      </h2>
      {(!problems || fault) && <Waiting what={LIST_WORDS.looking} fault={fault} again={onChanged} />}
      {problems?.length === 0 && <p role="status">{LIST_WORDS.noProblems}</p>}
      {isAny && (
        <button type="button" className="button quiet" disabled={changes.isBusy} onClick={() => show({})}>
          {LIST_WORDS.mendAll}
        </button>
      )}
      <ChangesTold changes={changes} />
      {changes.shown && <ChangeList files={changes.shown} changes={changes} />}
      {files.map(([file, inFile]) => (
        <details key={file} open={(problems?.length ?? 0) < FEW}>
          <summary>
            {titles.get(file)} <small>{file}</small> <small>{inFile.length}</small>
          </summary>
          {inFile.filter(({ isMendable }) => isMendable).length > 1 && (
            <button type="button" className="button quiet" disabled={changes.isBusy} onClick={() => show({ file })}>
              {LIST_WORDS.mendFile} {titles.get(file) ?? file}
            </button>
          )}
          <ul className="problems">
            {inFile.map(({ line, what, expected, remedy, isMendable, edit, shown }) => (
              <li key={`${line} ${what} ${expected}`}>
                <button type="button" className="open-file" data-open={`${shown}:${line}`}>
                  {LIST_WORDS.line} {line} <small>{file}</small>
                </button>
                {edit && <a href={edit}>{LIST_WORDS.edit}</a>}
                <ProblemTold
                  what={what}
                  expected={expected}
                  remedy={remedy}
                  onMend={isMendable ? () => show({ file, line, what }) : null}
                  isBusy={changes.isBusy}
                />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

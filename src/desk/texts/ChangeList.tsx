/** Changes of several files, line by line, to be chosen one by one and made together. */
import { useEffect, useRef, useState } from 'react';
import { visible } from '../../catalogue/problem.ts';
import { isLocale, LOCALES } from '../../i18n/locales.ts';
import { Ask } from '../frame/Ask.tsx';
import { LIST_WORDS } from '../list/listWords.ts';
import type { FileChanges } from '../server/changes.ts';
import type { Changes } from './useChanges.ts';

type Line = FileChanges['lines'][number] & { why?: readonly string[] };

const keyOf = (file: string, { line }: Line) => `${file}:${line}`;

/** Without `mayChoose`, all of them belong together. */
export function ChangeList({
  files,
  changes,
  mayChoose = true,
}: {
  files: readonly FileChanges[];
  changes: Changes;
  mayChoose?: boolean;
}) {
  const all = files.flatMap(({ file, lines }) => lines.map((line) => keyOf(file, line)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (mayChoose) heading.current?.focus();
  }, [mayChoose]);
  const isChosen = (key: string) => !left.has(key);
  const choose = (keys: readonly string[], on: boolean) =>
    setLeft((before) => new Set(on ? [...before].filter((key) => !keys.includes(key)) : [...before, ...keys]));
  const chosen = files
    .map(({ file, digest, lines }) => ({
      file,
      digest,
      changes: lines.filter((line) => isChosen(keyOf(file, line))).flatMap(({ changes: own }) => own),
    }))
    .filter((file) => file.changes.length > 0);
  if (files.length === 0) return <p role="status">{LIST_WORDS.noChanges}</p>;
  return (
    <section className="desk-changes" aria-labelledby="desk-changes">
      <h2 id="desk-changes" ref={heading} tabIndex={-1}>
        {LIST_WORDS.changes}
      </h2>
      {files.map(({ file, title, lines }) => {
        const called = (
          <>
            {title} <small>{file}</small>
          </>
        );
        const keys = lines.map((line) => keyOf(file, line));
        return (
          <fieldset key={file}>
            <legend>
              {mayChoose ? (
                <label className="desk-check">
                  <input
                    type="checkbox"
                    checked={keys.every(isChosen)}
                    onChange={({ target }) => choose(keys, target.checked)}
                  />
                  <span className="unseen">{LIST_WORDS.wholeFile}</span> {called}
                </label>
              ) : (
                called
              )}
            </legend>
            <ul>
              {(lines as readonly Line[]).map((line) => (
                <li key={line.line}>
                  {mayChoose ? (
                    <label className="desk-check">
                      <input
                        type="checkbox"
                        checked={isChosen(keyOf(file, line))}
                        onChange={({ target }) => choose([keyOf(file, line)], target.checked)}
                      />
                      {LIST_WORDS.line} {line.line}
                      <span className="unseen">, {file}</span>
                    </label>
                  ) : (
                    `${LIST_WORDS.line} ${line.line}`
                  )}
                  <ChangedWords line={line} lang={langOf(file)} />
                  {line.why?.map((why) => (
                    <p key={why}>{why}</p>
                  ))}
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
      {mayChoose && (
        <p className="desk-tools">
          <button
            type="button"
            className="button"
            disabled={changes.isBusy || chosen.length === 0}
            onClick={() => void changes.make(chosen)}
          >
            {LIST_WORDS.make}
          </button>
          <button type="button" className="button quiet" onClick={changes.leave}>
            {LIST_WORDS.cancel}
          </button>
          <span>
            {all.filter(isChosen).length} {LIST_WORDS.chosen} {all.length}
          </span>
        </p>
      )}
    </section>
  );
}

/** What was done, and the button that takes it back. */
export function ChangesTold({ changes }: { changes: Changes }) {
  return (
    <div className="desk-tools desk-told">
      <span role="status">{changes.status}</span>
      {changes.canUndo && (
        <button type="button" className="button quiet" disabled={changes.isBusy} onClick={() => void changes.askUndo()}>
          {LIST_WORDS.undo}
        </button>
      )}
      {changes.readings.length > 0 && (
        <div>
          <p>{LIST_WORDS.readings}</p>
          <ul>
            {changes.readings.map(({ id, term, reading }) => (
              <li key={id}>
                <a href={`/_desk/tables/glossary?entry=${encodeURIComponent(id)}`} lang={LOCALES.ja.lang}>
                  {term}（{reading}）
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {changes.asked && (
        <Ask
          title={LIST_WORDS.undo}
          yes={LIST_WORDS.undoNow}
          no={LIST_WORDS.keepChanges}
          onYes={() => void changes.undo()}
          onNo={changes.keep}
        >
          <p>{LIST_WORDS.aboutUndo}</p>
          <ul>
            {changes.asked.map(({ file, title, words }) => (
              <li key={file}>
                {title} <small>{file}</small>: {words} {words === 1 ? LIST_WORDS.word : LIST_WORDS.manyWords}
              </li>
            ))}
          </ul>
        </Ask>
      )}
    </div>
  );
}

const langOf = (file: string) => {
  const [locale = ''] = file.split('/');
  return isLocale(locale) ? LOCALES[locale].lang : undefined;
};

/** How many characters around a change are shown. */
const AROUND = 60;

/** The line, with what goes and what comes. */
function ChangedWords({ line, lang }: { line: Line; lang: string | undefined }) {
  const { before, from, changes } = line;
  const pieces = changes.map(({ start, end, text }, index) => {
    const [at, to] = [start - from, end - from];
    const last = index === 0 ? 0 : (changes[index - 1]?.end ?? from) - from;
    const next = changes[index + 1] ? AROUND / 2 : AROUND;
    return { lead: shortened(before.slice(last, at)), old: before.slice(at, to), text, to, next };
  });
  const end = pieces.at(-1)?.to ?? 0;
  const rest = before.slice(end);
  return (
    <p className="desk-words" lang={lang}>
      {pieces.map(({ lead, old, text, to }) => (
        <span key={to}>
          {lead}
          {old && <del>{seen(old)}</del>}
          {text && <ins>{seen(text)}</ins>}
        </span>
      ))}
      {rest.length > AROUND ? `${rest.slice(0, AROUND)}…` : rest}
    </p>
  );
}

/** Also what nobody sees. */
const seen = (text: string) => text.split('\n').map(visible).join('\n');

const shortened = (text: string) => (text.length > AROUND ? `…${text.slice(-AROUND)}` : text);

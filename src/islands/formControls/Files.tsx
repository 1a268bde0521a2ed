/** A list of files that a visitor sends, and the button to add more. */
import { useEffect, useRef } from 'react';
import type { SentFile } from '../../forms/applicationSteps.ts';
import type { UnderWay } from '../../stores/uploads.ts';

export interface FilesProps {
  /** Of the control */
  id: string;
  sent: readonly SentFile[];
  underWay: readonly UnderWay[];
  most: number;
  types: readonly string[];
  lang: string;
  words: {
    choose: string;
    remove: string;
    again: string;
    type: string;
    size: string;
    failed: string;
    error: string;
    sending: (name: string) => string;
    sent: (count: number) => string;
  };
  add: (file: File) => void;
  again: (file: UnderWay) => void;
  remove: (id: string) => void;
}

/** Each file is sent as soon as the visitor chooses it. */
export function Files({ id, sent, underWay, most, types, lang, words, add, again, remove }: FilesProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const size = (bytes: number) => {
    const [unit, inUnit] = bytes < 1e6 ? ['kilobyte', Math.ceil(bytes / 1e3)] : ['megabyte', bytes / 1e6];
    return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(inUnit);
  };
  const count = sent.length;
  const before = useRef(count);
  useEffect(() => {
    if (status.current && count > before.current) status.current.textContent = words.sent(count);
    before.current = count;
  }, [count, words]);

  const fault = ({ fault: what }: UnderWay) =>
    what === 'type' ? words.type : what === 'size' ? words.size : what || words.failed;
  const removal = (file: SentFile) => (
    <button type="button" onClick={() => remove(file.id)}>
      {words.remove}
      <span className="unseen">: {file.name}</span>
    </button>
  );

  return (
    <>
      <ul className="files">
        {sent.map((file) => (
          <li key={file.id}>
            <span className="file-name">{file.name}</span> <span>{size(file.size)}</span>
            {removal(file)}
          </li>
        ))}
        {underWay.map((file) => (
          <li key={file.id} data-wrong={file.fault !== undefined || undefined}>
            <span className="file-name">{file.name}</span> <span>{size(file.size)}</span>
            {file.fault === undefined ? (
              <progress max={1} value={file.part} aria-label={words.sending(file.name)} />
            ) : (
              <span className="field-error" role="alert">
                <span className="unseen">{words.error} </span>
                {fault(file)}
              </span>
            )}
            {file.fault !== undefined && !file.isRefused && (
              <button type="button" onClick={() => again(file)}>
                {words.again}
                <span className="unseen">: {file.name}</span>
              </button>
            )}
            {removal(file)}
          </li>
        ))}
      </ul>
      <p className="unseen" aria-live="polite" ref={status} />
      {count + underWay.length < most && (
        <>
          <input
            id={id}
            className="file-input"
            type="file"
            multiple
            accept={types.join()}
            onChange={({ target }) => {
              for (const file of [...(target.files ?? [])].slice(0, most - count - underWay.length)) add(file);
              target.value = '';
            }}
          />
          <label htmlFor={id} className="button quiet">
            {words.choose}
          </label>
        </>
      )}
    </>
  );
}

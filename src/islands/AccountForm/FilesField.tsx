import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { filesAt } from '../../accounts/asked.ts';
import { MOST_LICENCE_FILES } from '../../accounts/entries.ts';
import { FILE_TYPES } from '../../contract/accounts.ts';
import { $underWay, type LicenceFile, removeLicenceFile, sendLicenceFile } from '../../stores/licenceFiles.ts';
import { idOf, useAccount, useAnswers } from './context.ts';
import { Group } from './controls.tsx';

/** Files of the licence. Each file is sent as soon as the visitor chooses it. */
export function FilesField() {
  const { say, service, lang } = useAccount();
  const sent = filesAt(useAnswers());
  const underWay = useStore($underWay);
  const status = useRef<HTMLParagraphElement>(null);
  const id = idOf('licence.files');
  const size = (bytes: number) => {
    const [unit, inUnit] = bytes < 1e6 ? ['kilobyte', Math.ceil(bytes / 1e3)] : ['megabyte', bytes / 1e6];
    return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(inUnit);
  };
  const count = sent.length;
  const before = useRef(count);
  useEffect(() => {
    if (status.current && count > before.current) status.current.textContent = say('account.files.sent', { count });
    before.current = count;
  }, [count, say]);

  const fault = ({ fault: what }: LicenceFile) =>
    what === undefined
      ? undefined
      : what === 'type'
        ? say('account.files.type')
        : what === 'size'
          ? say('account.files.size')
          : what || say('account.files.failed');

  return (
    <Group
      name="licence.files"
      label={say('account.files')}
      hint={say('account.files.hint', { most: MOST_LICENCE_FILES })}
      optional
    >
      <ul className="files">
        {sent.map((file) => (
          <li key={file.id}>
            <span className="file-name">{file.name}</span> <span>{size(file.size)}</span>
            <button type="button" onClick={() => removeLicenceFile(file.id)}>
              {say('account.files.remove')}
              <span className="unseen">: {file.name}</span>
            </button>
          </li>
        ))}
        {underWay.map((file) => (
          <li key={file.id} data-wrong={file.fault !== undefined || undefined}>
            <span className="file-name">{file.name}</span> <span>{size(file.size)}</span>
            {file.fault === undefined ? (
              <progress max={1} value={file.part} aria-label={say('account.files.sending', { name: file.name })} />
            ) : (
              <span className="field-error" role="alert">
                <span className="unseen">{say('account.errorPrefix')} </span>
                {fault(file)}
              </span>
            )}
            {file.fault !== undefined && !file.isRefused && (
              <button type="button" onClick={() => void sendLicenceFile(file.file, service, file.id)}>
                {say('account.files.again')}
                <span className="unseen">: {file.name}</span>
              </button>
            )}
            <button type="button" onClick={() => removeLicenceFile(file.id)}>
              {say('account.files.remove')}
              <span className="unseen">: {file.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="unseen" aria-live="polite" ref={status} />
      {count + underWay.length < MOST_LICENCE_FILES && (
        <>
          <input
            id={id}
            className="file-input"
            type="file"
            multiple
            accept={FILE_TYPES.join()}
            onChange={({ target }) => {
              const room = MOST_LICENCE_FILES - count - underWay.length;
              for (const file of [...(target.files ?? [])].slice(0, room)) void sendLicenceFile(file, service);
              target.value = '';
            }}
          />
          <label htmlFor={id} className="button quiet">
            {say('account.files.choose')}
          </label>
        </>
      )}
    </Group>
  );
}

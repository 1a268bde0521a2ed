import { useState } from 'react';
import { readFileForUser } from '../../../api/userCalls.ts';
import { DATA_PATH } from '../../../contract/users.ts';
import { useAct } from '../Setting.tsx';
import { saveFile } from '../saveFile.ts';
import type { AccountPart } from './accountWords.ts';

const TYPES = { json: 'application/json', html: 'text/html' } as const;

/** Everything that is stored about the user, as a file. */
export function Download({ say, service, company }: AccountPart) {
  const { act, isBusy, failure } = useAct(say);
  const [announcement, setAnnouncement] = useState('');
  const get = (format: keyof typeof TYPES) =>
    act(
      () => readFileForUser(DATA_PATH, service, { query: { format } }),
      (text) => {
        const name = `${company.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.${format}`;
        saveFile(name, text, TYPES[format]);
        setAnnouncement(say('user.settings.data.done', { name }));
      },
    );
  return (
    <>
      <p className="setting-buttons">
        <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void get('json')}>
          {say('user.settings.data.json')}
        </button>
        <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void get('html')}>
          {say('user.settings.data.html')}
        </button>
      </p>
      {failure}
      <p className="setting-said" role="status">
        {announcement}
      </p>
    </>
  );
}

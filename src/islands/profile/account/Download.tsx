import { useState } from 'react';
import { readOwnFile } from '../../../api/userCalls.ts';
import { DATA_PATH } from '../../../contract/users.ts';
import { useAct } from '../Setting.tsx';
import { saveFile } from '../saveFile.ts';
import type { Part } from './words.ts';

const TYPES = { json: 'application/json', html: 'text/html' } as const;

/** Everything that is stored about the user, as a file. */
export function Download({ say, service, company }: Part) {
  const { act, isBusy, failure } = useAct(say);
  const [said, setSaid] = useState('');
  const get = (format: keyof typeof TYPES) =>
    act(
      () => readOwnFile(DATA_PATH, service, { query: { format } }),
      (text) => {
        const name = `${company.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.${format}`;
        saveFile(name, text, TYPES[format]);
        setSaid(say('user.settings.data.done', { name }));
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
        {said}
      </p>
    </>
  );
}

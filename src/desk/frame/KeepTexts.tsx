import { useState } from 'react';
import { call, reasonOf } from './callServer.ts';
import { ACT_WORDS } from './deskWords.ts';

/** The button that keeps the legal texts, beside the version of one. */
export function KeepTexts() {
  const [status, setStatus] = useState('');
  const keep = () =>
    call('keepTexts', {}).then(
      (answer) => setStatus(answer.told),
      (error) => setStatus(reasonOf(error)),
    );
  return (
    <p className="desk-tools">
      <button type="button" className="button quiet" onClick={() => void keep()}>
        {ACT_WORDS.keep}
      </button>
      <small>{ACT_WORDS.whenKeep}</small>
      <span role="status">{status}</span>
    </p>
  );
}

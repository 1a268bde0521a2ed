import { useState } from 'react';
import { call, reasonOf } from './call.ts';
import { ACT_WORDS } from './words.ts';

/** The button that keeps the legal texts, beside the version of one. */
export function KeepTexts() {
  const [told, setTold] = useState('');
  const keep = () =>
    call('keepTexts', {}).then(
      (answer) => setTold(answer.told),
      (error) => setTold(reasonOf(error)),
    );
  return (
    <p className="desk-tools">
      <button type="button" className="button quiet" onClick={() => void keep()}>
        {ACT_WORDS.keep}
      </button>
      <small>{ACT_WORDS.whenKeep}</small>
      <span role="status">{told}</span>
    </p>
  );
}
